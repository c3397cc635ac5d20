/*
 * Lucene as a peer of bench/build-lucene.ts: builds one index and tells how long
 * that took, how much memory the process held and what each of its files holds.
 *
 * Arguments: <file> <folder> <terms | text | texts> <ids> <threads>. With `terms`
 * line i of the file is document i as index terms; with `text` a line is an id, a
 * tab and a text, which Lucene's EnglishAnalyzer cuts; with `texts` the text is
 * stored as well. The threads take batches of lines from one reader. Ids: `none`; `column` (sorted doc
 * values: from document to id, and the order of ids); `stored` (a stored field);
 * `found` (stored, and a term for each, so that a document can be replaced).
 */

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
  private static final int BATCH = 256;

  /** A line of the file, with its number from 1. */
  private record Line(int number, String text) {}

  /** The lines of a file in batches, for several threads; an empty batch is the end. */
  private static final class Lines implements AutoCloseable {
    private final BufferedReader reader;
    private int number = 0;

    Lines(Path file) throws IOException {
      reader = Files.newBufferedReader(file);
    }

    synchronized List<Line> take() throws IOException {
      List<Line> batch = new ArrayList<>(BATCH);
      for (String line; batch.size() < BATCH && (line = reader.readLine()) != null; ) {
        batch.add(new Line(++number, line));
      }
      return batch;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  public static void main(String[] arguments) throws Exception {
    boolean isText = !arguments[2].equals("terms");
    boolean isStored = arguments[2].equals("texts");
    int threads = Integer.parseInt(arguments[4]);
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
        Lines lines = new Lines(Path.of(arguments[0]));
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      Callable<Void> addLines =
          () -> {
            for (List<Line> batch = lines.take(); !batch.isEmpty(); batch = lines.take()) {
              for (Line line : batch) {
                int tab = isText ? line.text().indexOf('\t') : -1;
                String id = isText ? line.text().substring(0, tab) : Integer.toString(line.number());
                String text = line.text().substring(tab + 1);
                Document document = new Document();
                document.add(new Field("text", text, type));
                if (isStored) document.add(new StoredField("stored", text));
                if (ids.equals("column")) {
                  document.add(new SortedDocValuesField("id", new BytesRef(id)));
                }
                if (ids.equals("stored")) document.add(new StoredField("id", id));
                if (ids.equals("found")) document.add(new StringField("id", id, Field.Store.YES));
                writer.addDocument(document);
              }
            }
            return null;
          };
      for (Future<Void> each : pool.invokeAll(Collections.nCopies(threads, addLines))) each.get();
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
      System.out.print(",\"peakMegabytes\":" + peakMegabytes());
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
  /** The most memory that the process has held, from Linux. */
  private static long peakMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (!line.startsWith("VmHWM:")) continue;
      return Math.round(Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6);
    }
    return 0;
  }
}
