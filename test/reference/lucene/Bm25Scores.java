import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.Version;

/**
 * Lucene's BM25 scores of documents and queries that are already cut into
 * terms: one line each, the id, a tab, the terms. Prints a TREC run, the ten
 * best documents of each query, for the k1 and b given.
 */
public class Bm25Scores {
  public static void main(String[] args) throws IOException {
    float k1 = Float.parseFloat(args[2]);
    float b = Float.parseFloat(args[3]);
    var similarity = new BM25Similarity(k1, b);
    var directory = new ByteBuffersDirectory();
    try (var writer = new IndexWriter(directory, new IndexWriterConfig().setSimilarity(similarity))) {
      for (String line : Files.readAllLines(Path.of(args[0]))) {
        String[] parts = line.split("\t", 2);
        var document = new Document();
        document.add(new StoredField("id", parts[0]));
        document.add(new TextField("terms", new TermStream(parts[1].split(" "))));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    var searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setSimilarity(similarity);
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] parts = line.split("\t", 2);
      Map<String, Integer> counts = new LinkedHashMap<>();
      for (String term : parts[1].split(" ")) counts.merge(term, 1, Integer::sum);
      var query = new BooleanQuery.Builder();
      counts.forEach(
          (term, count) ->
              query.add(
                  new BoostQuery(new TermQuery(new Term("terms", term)), count),
                  BooleanClause.Occur.SHOULD));
      int rank = 0;
      for (ScoreDoc hit : searcher.search(query.build(), 10).scoreDocs) {
        String id = searcher.storedFields().document(hit.doc).get("id");
        System.out.printf(
            "%s Q0 %s %d %s lucene-%s%n", parts[0], id, ++rank, hit.score, Version.LATEST);
      }
    }
  }

  /** Terms as they are given. */
  private static final class TermStream extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final Iterator<String> terms;

    TermStream(String[] terms) {
      this.terms = Arrays.asList(terms).iterator();
    }

    @Override
    public boolean incrementToken() {
      clearAttributes();
      if (!terms.hasNext()) return false;
      term.setEmpty().append(terms.next());
      return true;
    }
  }
}
