/*
 * Lucene as a peer of bench/fields.ts; the protocol is told in ../README.md.
 *
 * English analysis with stems for the texts; prefixes and typos are looked for in
 * a field of words as they are written. Filters are those of points and doc
 * values, remembered by the query cache that Lucene has unless told otherwise.
 */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiCollectorManager;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Version;

public final class FieldsPeer {
  private static final int TOP = 10;
  private static final long WARM_NANOSECONDS = 10_000_000_000L;
  private static final Analyzer STEMS = new EnglishAnalyzer();
  private static final Analyzer FORMS = new StandardAnalyzer(EnglishAnalyzer.getDefaultStopSet());
  private static final Analyzer TYPED = new StandardAnalyzer();
  private static final Sort NEWEST =
      new Sort(new SortField("published", SortField.Type.LONG, true), SortField.FIELD_SCORE);
  /** As many words of a prefix or near a word as ours has at most, each a clause with a score of its own. */
  private static final int MOST_WORDS = 32;
  private static final int MOST_WORDS_OF_TWO_LETTERS = 16;

  /** The queries of a line, and for a filter the day before which documents must be. */
  private record Line(List<String> queries, String before) {}

  /** How many documents of each source match. */
  private static final class Counts extends SimpleCollector {
    private final Map<SortedDocValues, int[]> counted = new LinkedHashMap<>();
    private SortedDocValues sources;
    private int[] counts;

    @Override
    protected void doSetNextReader(LeafReaderContext context) throws IOException {
      sources = DocValues.getSorted(context.reader(), "source");
      counts = new int[sources.getValueCount()];
      counted.put(sources, counts);
    }

    @Override
    public void collect(int document) throws IOException {
      if (sources.advanceExact(document)) counts[sources.ordValue()]++;
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }

    Map<String, Integer> bySource() throws IOException {
      Map<String, Integer> all = new HashMap<>();
      for (var each : counted.entrySet()) {
        for (int i = 0; i < each.getValue().length; i++) {
          all.merge(each.getKey().lookupOrd(i).utf8ToString(), each.getValue()[i], Integer::sum);
        }
      }
      return all;
    }
  }

  private static final CollectorManager<Counts, Map<String, Integer>> COUNTING =
      new CollectorManager<>() {
        @Override
        public Counts newCollector() {
          return new Counts();
        }

        @Override
        public Map<String, Integer> reduce(java.util.Collection<Counts> parts) throws IOException {
          return parts.iterator().next().bySource();
        }
      };

  /** A date as a number that orders as the date does: 2001-02-03 as 20010203. */
  private static long day(String date) {
    return Long.parseLong(date.replace("-", ""));
  }

  private static void build(Path documents, MMapDirectory directory) throws IOException {
    Analyzer analyzer = new PerFieldAnalyzerWrapper(STEMS, Map.of("forms", FORMS));
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setRAMBufferSizeMB(1024);
    config.setUseCompoundFile(false);
    FieldType searched = new FieldType();
    searched.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    searched.setTokenized(true);
    searched.freeze();
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader reader = Files.newBufferedReader(documents)) {
      for (String line; (line = reader.readLine()) != null; ) {
        String[] parts = line.split("\t", -1);
        String all = parts[3] + " " + parts[4];
        Document document = new Document();
        document.add(new SortedDocValuesField("source", new BytesRef(parts[1])));
        document.add(new LongPoint("published", day(parts[2])));
        document.add(new NumericDocValuesField("published", day(parts[2])));
        document.add(new Field("title", parts[3], searched));
        document.add(new Field("text", parts[4], searched));
        document.add(new Field("all", all, searched));
        document.add(new Field("forms", all, searched));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static List<String> words(Analyzer analyzer, String text) throws IOException {
    List<String> found = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) found.add(term.toString());
      stream.end();
    }
    return found;
  }

  private static BooleanQuery anyOf(List<Query> clauses) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (Query clause : clauses) builder.add(clause, BooleanClause.Occur.SHOULD);
    return builder.build();
  }

  private static List<Query> exact(String text) throws IOException {
    List<Query> clauses = new ArrayList<>();
    for (String stem : words(STEMS, text)) clauses.add(new TermQuery(new Term("all", stem)));
    return clauses;
  }

  /** BM25F of title and text. */
  private static Query combined(String text) throws IOException {
    List<Query> clauses = new ArrayList<>();
    for (String stem : words(STEMS, text)) {
      clauses.add(new CombinedFieldQuery.Builder(stem).addField("title", 2).addField("text", 1).build());
    }
    return anyOf(clauses);
  }

  /** All words but the last by stem, the last as the beginning of words. */
  private static Query prefixed(String text) throws IOException {
    List<String> typed = words(TYPED, text);
    if (typed.isEmpty()) return anyOf(List.of());
    String last = typed.get(typed.size() - 1);
    List<Query> clauses = exact(String.join(" ", typed.subList(0, typed.size() - 1)));
    int most = last.length() > 2 ? MOST_WORDS : MOST_WORDS_OF_TWO_LETTERS;
    clauses.add(
        new PrefixQuery(new Term("forms", last), new MultiTermQuery.TopTermsScoringBooleanQueryRewrite(most)));
    return anyOf(clauses);
  }

  /** Words of four letters and more that few documents have, as ours takes them, with one edit. */
  private static Query mistyped(IndexSearcher searcher, String text) throws IOException {
    int usual = Math.max(20, searcher.getIndexReader().maxDoc() / 20_000);
    List<Query> clauses = new ArrayList<>();
    for (String form : words(FORMS, text)) {
      Term term = new Term("forms", form);
      boolean isSure = form.length() < 4 || searcher.getIndexReader().docFreq(term) >= usual;
      if (isSure) clauses.addAll(exact(form));
      else clauses.add(new FuzzyQuery(term, 1, 0, MOST_WORDS, true));
    }
    return anyOf(clauses);
  }

  /** Something of what was found; null for a line that is not known. */
  private static Object run(IndexSearcher searcher, String line, String text, String before) throws IOException {
    TopScoreDocCollectorManager top = new TopScoreDocCollectorManager(TOP, 1);
    return switch (line.split(" ")[0]) {
      case "plain" -> searcher.search(anyOf(exact(text)), top);
      case "two" -> searcher.search(combined(text), top);
      case "filter" -> {
        long last = day(before) - 1;
        Query points = LongPoint.newRangeQuery("published", Long.MIN_VALUE, last);
        Query values = NumericDocValuesField.newSlowRangeQuery("published", Long.MIN_VALUE, last);
        Query range = new IndexOrDocValuesQuery(points, values);
        BooleanQuery.Builder both = new BooleanQuery.Builder();
        both.add(anyOf(exact(text)), BooleanClause.Occur.MUST);
        both.add(range, BooleanClause.Occur.FILTER);
        yield searcher.search(both.build(), top);
      }
      case "facets" -> searcher.search(anyOf(exact(text)), new MultiCollectorManager(top, COUNTING));
      case "sort" -> searcher.search(anyOf(exact(text)), new TopFieldCollectorManager(NEWEST, TOP, null, 1));
      case "prefix" -> searcher.search(prefixed(text), top);
      case "typo" -> searcher.search(mistyped(searcher, text), top);
      default -> null;
    };
  }

  private static String times(IndexSearcher searcher, String name, Line line) throws IOException {
    List<String> times = new ArrayList<>();
    for (String query : line.queries) {
      long before = System.nanoTime();
      if (run(searcher, name, query, line.before) == null) return "none";
      times.add(Long.toString(System.nanoTime() - before));
    }
    return times.stream().collect(Collectors.joining(" "));
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[2]);
    long start = System.nanoTime();
    boolean isBuilt = Files.exists(folder);
    MMapDirectory directory = new MMapDirectory(folder);
    if (!isBuilt) build(Path.of(arguments[0]), directory);
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<String, Line> lines = new LinkedHashMap<>();
    for (String row : Files.readAllLines(Path.of(arguments[1]))) {
      String[] parts = row.split("\t", -1);
      lines.computeIfAbsent(parts[0], name -> new Line(new ArrayList<>(), parts[1])).queries.add(parts[2]);
    }
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    // The compiler of the JVM has seen every kind of query before anything is timed.
    for (var each : lines.entrySet()) {
      long begun = System.nanoTime();
      for (int pass = 0; pass < 3 && System.nanoTime() - begun < WARM_NANOSECONDS; pass++) {
        times(searcher, each.getKey(), each.getValue());
      }
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    String java = System.getProperty("java.version");
    String how = isBuilt ? "opened" : "built";
    out.printf("ready lucene %s, java %s, %s in %.1f s%n", Version.LATEST, java, how, seconds);
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String name; (name = commands.readLine()) != null; ) out.println(times(searcher, name, lines.get(name)));
  }
}
