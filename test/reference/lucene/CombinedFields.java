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
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.Version;

/**
 * Lucene's scores over two fields: documents are lines of an id, a tab, the
 * terms of the title, a tab, the terms of the body; queries an id, a tab, terms.
 * Prints a TREC run, the ten best documents of each query, for the k1, b and
 * weight of the title given. Each query term is a CombinedFieldQuery.
 */
public class CombinedFields {
  public static void main(String[] args) throws IOException {
    float k1 = Float.parseFloat(args[2]);
    float b = Float.parseFloat(args[3]);
    float titleWeight = Float.parseFloat(args[4]);
    var similarity = new BM25Similarity(k1, b);
    var directory = new ByteBuffersDirectory();
    try (var writer = new IndexWriter(directory, new IndexWriterConfig().setSimilarity(similarity))) {
      for (String line : Files.readAllLines(Path.of(args[0]))) {
        String[] parts = line.split("\t", 3);
        var document = new Document();
        document.add(new StoredField("id", parts[0]));
        if (!parts[1].isEmpty()) document.add(new TextField("title", new TermStream(parts[1].split(" "))));
        if (!parts[2].isEmpty()) document.add(new TextField("body", new TermStream(parts[2].split(" "))));
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
          (term, count) -> {
            var combined =
                new CombinedFieldQuery.Builder(term)
                    .addField("title", titleWeight)
                    .addField("body", 1f)
                    .build();
            query.add(new BoostQuery(combined, count), BooleanClause.Occur.SHOULD);
          });
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
