/*
 * Lucene as a peer of bench/build-lucene.ts: builds one index on one thread and
 * tells how long that took and what each of its files holds.
 *
 * Arguments: <file> <folder> <terms | text> <ids>. With `terms` line i of the
 * file is document i as index terms; with `text` a line is an id, a tab and a
 * text, which Lucene's EnglishAnalyzer cuts. Ids: `none`; `column` (sorted doc
 * values: from document to id, and the order of ids); `stored` (a stored field);
 * `found` (stored, and a term for each, so that a document can be replaced).
 */

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

public final class BuildPeer {
  public static void main(String[] arguments) throws IOException {
    boolean isText = arguments[2].equals("text");
    String ids = arguments[3];
    Analyzer analyzer = isText ? new EnglishAnalyzer() : new WhitespaceAnalyzer();
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setRAMBufferSizeMB(1024);
    config.setUseCompoundFile(false);
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setTokenized(true);
    type.freeze();
    MMapDirectory directory = new MMapDirectory(Path.of(arguments[1]));
    OperatingSystemMXBean system =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long before = system.getProcessCpuTime();
    long start = System.nanoTime();
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      int number = 0;
      for (String line; (line = reader.readLine()) != null; ) {
        number++;
        int tab = isText ? line.indexOf('\t') : -1;
        String id = isText ? line.substring(0, tab) : Integer.toString(number);
        Document document = new Document();
        document.add(new Field("text", line.substring(tab + 1), type));
        if (ids.equals("column")) document.add(new SortedDocValuesField("id", new BytesRef(id)));
        if (ids.equals("stored")) document.add(new StoredField("id", id));
        if (ids.equals("found")) document.add(new StringField("id", id, Field.Store.YES));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double processorSeconds = (system.getProcessCpuTime() - before) / 1e9;
    TreeMap<String, Long> bytes = new TreeMap<>();
    for (String file : directory.listAll()) {
      String extension = file.substring(file.lastIndexOf('.') + 1);
      if (!extension.equals("lock")) bytes.merge(extension, directory.fileLength(file), Long::sum);
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      Terms terms = reader.leaves().get(0).reader().terms("text");
      System.out.print("{\"seconds\":" + seconds);
      System.out.print(",\"processorSeconds\":" + processorSeconds);
      System.out.print(",\"documents\":" + reader.numDocs());
      System.out.print(",\"terms\":" + terms.size() + ",\"postings\":" + terms.getSumDocFreq());
      System.out.print(",\"bytes\":{");
      String comma = "";
      for (String extension : bytes.keySet()) {
        System.out.print(comma + "\"" + extension + "\":" + bytes.get(extension));
        comma = ",";
      }
      System.out.println("}}");
    }
  }
}
