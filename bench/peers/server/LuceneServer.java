/*
 * Lucene behind the HTTP server of the JDK, as a peer of bench/server.ts: the same
 * documents with their texts stored, the English analysis of Lucene, BM25, ten hits.
 *
 * Arguments: <documents.tsv: id, tab, title, tab, text> <folder for the index> <threads>.
 * Prints the port when it is ready. GET /search?q=<words> answers JSON; GET /health answers {}.
 */

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executors;
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

public final class LuceneServer {
  private static final Analyzer ANALYZER = new EnglishAnalyzer();

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
        document.add(new StoredField("id", parts[0]));
        document.add(new StoredField("title", parts[1]));
        document.add(new StoredField("text", parts[2]));
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

  private static void quoted(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') json.append('\\').append(c);
      else if (c < ' ') json.append(String.format("\\u%04x", (int) c));
      else json.append(c);
    }
    json.append('"');
  }

  private static String answer(IndexSearcher searcher, String text) throws IOException {
    ScoreDoc[] hits = searcher.search(query(text), new TopScoreDocCollectorManager(10, 1)).scoreDocs;
    StoredFields stored = searcher.storedFields();
    StringBuilder json = new StringBuilder("{\"hits\":[");
    for (ScoreDoc hit : hits) {
      Document document = stored.document(hit.doc);
      if (json.length() > 9) json.append(',');
      json.append("{\"score\":").append(hit.score);
      for (String field : new String[] {"id", "title", "text"}) {
        json.append(",\"").append(field).append("\":");
        quoted(json, document.get(field));
      }
      json.append('}');
    }
    return json.append("]}").toString();
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    boolean isBuilt = Files.exists(folder.resolve("done"));
    MMapDirectory directory = new MMapDirectory(folder);
    if (!isBuilt) {
      build(Path.of(arguments[0]), directory);
      Files.createFile(folder.resolve("done"));
    }
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setQueryCache(null);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1024);
    server.setExecutor(Executors.newFixedThreadPool(Integer.parseInt(arguments[2])));
    server.createContext("/health", exchange -> send(exchange, 200, "{}"));
    server.createContext("/search", exchange -> {
      try {
        String raw = exchange.getRequestURI().getRawQuery();
        send(exchange, 200, answer(searcher, URLDecoder.decode(raw.substring(2), StandardCharsets.UTF_8)));
      } catch (RuntimeException | IOException error) {
        send(exchange, 500, "{}");
      }
    });
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
