/*
 * Lucene as a peer of bench/product.ts: texts in, ten stored documents out. ../README.md describes
 * the protocol. Title and text are one field with the English analysis of Lucene, and are stored.
 */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.Version;

public final class ProductPeer {
  private static final Analyzer ANALYZER = new EnglishAnalyzer();
  private static final String[] STORED = {"id", "title", "text"};

  private static void build(Path documents, MMapDirectory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(ANALYZER);
    config.setRAMBufferSizeMB(512);
    FieldType searched = new FieldType();
    searched.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    searched.setTokenized(true);
    searched.freeze();
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader reader = Files.newBufferedReader(documents)) {
      for (String line; (line = reader.readLine()) != null; ) {
        String[] parts = line.split("\t", -1);
        Document document = new Document();
        for (int i = 0; i < STORED.length; i++) document.add(new StoredField(STORED[i], parts[i]));
        document.add(new Field("all", parts[1] + " " + parts[2], searched));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static Query query(String text) throws IOException {
    Set<String> terms = new LinkedHashSet<>();
    try (TokenStream stream = ANALYZER.tokenStream("all", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) terms.add(term.toString());
      stream.end();
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (String term : terms) {
      builder.add(new TermQuery(new Term("all", term)), BooleanClause.Occur.SHOULD);
    }
    return builder.build();
  }

  /** Ten documents; the number of their characters, so that none of the work is left out. */
  private static long search(IndexSearcher searcher, String text, int k) throws IOException {
    ScoreDoc[] hits = searcher.search(query(text), new TopScoreDocCollectorManager(k, 1)).scoreDocs;
    StoredFields stored = searcher.storedFields();
    long characters = 0;
    for (ScoreDoc hit : hits) {
      Document document = stored.document(hit.doc);
      for (String field : STORED) characters += document.get(field).length();
    }
    return characters;
  }

  private static long size(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) bytes += Files.size(file);
    }
    return bytes;
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[2]);
    boolean isNew = !Files.exists(folder.resolve("done"));
    long start = System.nanoTime();
    if (isNew) {
      build(Path.of(arguments[0]), new MMapDirectory(folder));
      Files.createFile(folder.resolve("done"));
    }
    double seconds = isNew ? (System.nanoTime() - start) / 1e9 : 0;
    long opening = System.nanoTime();
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(new MMapDirectory(folder)));
    searcher.setQueryCache(null);
    double milliseconds = (System.nanoTime() - opening) / 1e6;
    List<String> queries = Files.readAllLines(Path.of(arguments[1]));
    System.out.printf(
        "ready %.1f %d %.1f lucene %s%n", seconds, size(folder), milliseconds, Version.LATEST);
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = input.readLine()) != null; ) {
      int k = Integer.parseInt(line.split(" ")[1]);
      StringBuilder times = new StringBuilder();
      long characters = 0;
      for (String text : queries) {
        long begun = System.nanoTime();
        characters += search(searcher, text, k);
        times.append(System.nanoTime() - begun).append(' ');
      }
      System.out.println(times.toString().trim());
      System.out.println("end");
      System.err.println(characters + " characters returned");
    }
  }
}
