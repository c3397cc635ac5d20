/*
 * Lucene as a peer of bench/search.ts; the protocol is told in ../README.md.
 * Lengths are rounded to a byte, as Lucene does; only the best hits are asked for, no count.
 */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.Version;

public final class SearchPeer {
  private static final BM25Similarity SIMILARITY = new BM25Similarity(1.2f, 0.75f);

  /** The terms of a line, one after another. */
  private static final class Terms extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private String line = "";
    private int at = 0;

    void setLine(String line) {
      this.line = line;
      this.at = 0;
    }

    @Override
    public boolean incrementToken() {
      if (at >= line.length()) return false;
      clearAttributes();
      int end = line.indexOf(' ', at);
      if (end < 0) end = line.length();
      term.append(line, at, end);
      at = end + 1;
      return true;
    }
  }

  private static void build(Path documents, MMapDirectory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setSimilarity(SIMILARITY);
    config.setRAMBufferSizeMB(1024);
    config.setMergePolicy(new LogDocMergePolicy());
    config.setUseCompoundFile(false);
    FieldType type = new FieldType();
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setTokenized(true);
    type.freeze();
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader reader = Files.newBufferedReader(documents)) {
      Terms terms = new Terms();
      Document document = new Document();
      document.add(new Field("text", terms, type));
      for (String line; (line = reader.readLine()) != null; ) {
        terms.setLine(line);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static Query query(String line) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (String term : line.split(" ")) {
      if (!term.isEmpty()) {
        builder.add(new TermQuery(new Term("text", term)), BooleanClause.Occur.SHOULD);
      }
    }
    return builder.build();
  }

  public static void main(String[] arguments) throws IOException {
    Path documents = Path.of(arguments[0]);
    Path folder = Path.of(arguments[2]);
    long start = System.nanoTime();
    boolean isBuilt = Files.exists(folder);
    MMapDirectory directory = new MMapDirectory(folder);
    if (!isBuilt) build(documents, directory);
    double seconds = isBuilt ? 0 : (System.nanoTime() - start) / 1e9;
    long bytes = 0;
    for (String file : directory.listAll()) bytes += directory.fileLength(file);
    DirectoryReader reader = DirectoryReader.open(directory);
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setSimilarity(SIMILARITY);
    searcher.setQueryCache(null);
    List<String> queries = Files.readAllLines(Path.of(arguments[1]));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    String java = System.getProperty("java.version");
    out.printf("ready %f %d lucene %s java %s segments %d%n", seconds, bytes, Version.LATEST, java, reader.leaves().size());
    out.flush();
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String command; (command = commands.readLine()) != null; ) {
      String[] words = command.split(" ");
      int k = Integer.parseInt(words[1]);
      boolean shows = words[0].equals("top");
      List<String> shown = new ArrayList<>();
      for (String line : queries) {
        long before = System.nanoTime();
        ScoreDoc[] hits = searcher.search(query(line), new TopScoreDocCollectorManager(k, 1)).scoreDocs;
        long time = System.nanoTime() - before;
        if (!shows) shown.add(Long.toString(time));
        else shown.add(List.of(hits).stream().map(hit -> hit.doc + ":" + hit.score).collect(Collectors.joining(" ")));
      }
      out.println(String.join(shows ? "\n" : " ", shown));
      out.println("end");
      out.flush();
    }
  }
}
