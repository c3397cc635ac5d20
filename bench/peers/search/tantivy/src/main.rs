//! Tantivy as a peer of bench/search.ts; the protocol is told in ../README.md.
//! BM25 has fixed k1 = 1.2 and b = 0.75, lengths rounded to a byte, scores times k1 + 1.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{DocId, Index, TantivyDocument, Term};

fn lines(path: &str) -> impl Iterator<Item = String> {
    BufReader::with_capacity(1 << 20, File::open(path).unwrap()).lines().map(|line| line.unwrap())
}

fn build(documents: &str, folder: &str) -> Index {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("space")
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    fs::create_dir_all(folder).unwrap();
    let index = Index::create_in_dir(folder, schema.build()).unwrap();
    index.tokenizers().register("space", WhitespaceTokenizer::default());
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 1 << 30).unwrap();
    for line in lines(documents) {
        let mut document = TantivyDocument::default();
        document.add_text(text, &line);
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    let segments = index.searchable_segment_ids().unwrap();
    if segments.len() > 1 {
        writer.merge(&segments).wait().unwrap();
    }
    writer.wait_merging_threads().unwrap();
    index
}

fn query(text: Field, line: &str) -> Box<dyn Query> {
    let clauses = line
        .split(' ')
        .filter(|term| !term.is_empty())
        .map(|term| {
            let term = Term::from_field_text(text, term);
            let query: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
            (Occur::Should, query)
        })
        .collect();
    Box::new(BooleanQuery::new(clauses))
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (documents, queries, folder) = (&arguments[1], &arguments[2], &arguments[3]);
    let start = Instant::now();
    let built = !Path::new(folder).exists();
    let index = if built { build(documents, folder) } else { Index::open_in_dir(folder).unwrap() };
    index.tokenizers().register("space", WhitespaceTokenizer::default());
    let seconds = if built { start.elapsed().as_secs_f64() } else { 0.0 };
    let bytes: u64 = fs::read_dir(folder).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum();
    let searcher = index.reader().unwrap().searcher();
    let text = index.schema().get_field("text").unwrap();
    let queries: Vec<String> = lines(queries).collect();
    let out = io::stdout();
    let mut out = io::BufWriter::new(out.lock());
    writeln!(out, "ready {seconds} {bytes} tantivy {} segments {}", tantivy::version_string(), searcher.segment_readers().len()).unwrap();
    out.flush().unwrap();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let (command, k) = line.split_once(' ').unwrap();
        let collector = TopDocs::with_limit(k.parse().unwrap()).order_by_score();
        let mut times = Vec::with_capacity(queries.len());
        let mut results: Vec<Vec<(f32, DocId)>> = Vec::new();
        for line in &queries {
            let start = Instant::now();
            let hits = searcher.search(&*query(text, line), &collector).unwrap();
            times.push(start.elapsed().as_nanos());
            if command == "top" {
                results.push(hits.into_iter().map(|(score, at)| (score, at.doc_id)).collect());
            }
        }
        if command == "top" {
            for hits in results {
                let texts: Vec<String> = hits.iter().map(|(score, id)| format!("{id}:{score}")).collect();
                writeln!(out, "{}", texts.join(" ")).unwrap();
            }
        } else {
            let texts: Vec<String> = times.iter().map(|time| time.to_string()).collect();
            writeln!(out, "{}", texts.join(" ")).unwrap();
        }
        writeln!(out, "end").unwrap();
        out.flush().unwrap();
    }
}
