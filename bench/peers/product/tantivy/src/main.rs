//! Tantivy as a peer of bench/product.ts: texts in, ten stored documents out. ../README.md
//! describes the protocol. The texts of title and text are one field with Tantivy's `en_stem`
//! analysis, and both are stored, as in Tantivy's own example of a search with documents.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions, Value, STORED};
use tantivy::{Index, TantivyDocument, Term};

fn lines(path: &str) -> impl Iterator<Item = String> {
    BufReader::with_capacity(1 << 20, File::open(path).unwrap()).lines().map(|line| line.unwrap())
}

fn build(documents: &str, folder: &str) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqs);
    let all = schema.add_text_field("all", TextOptions::default().set_indexing_options(indexing));
    let stored: Vec<_> = ["id", "title", "text"].map(|name| schema.add_text_field(name, STORED)).into();
    fs::create_dir_all(folder).unwrap();
    let index = Index::create_in_dir(folder, schema.build()).unwrap();
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 1 << 30).unwrap();
    for line in lines(documents) {
        let parts: Vec<&str> = line.split('\t').collect();
        let mut document = TantivyDocument::default();
        for (field, part) in stored.iter().zip(&parts) {
            document.add_text(*field, part);
        }
        document.add_text(all, format!("{} {}", parts[1], parts[2]));
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    let segments = index.searchable_segment_ids().unwrap();
    if segments.len() > 1 {
        writer.merge(&segments).wait().unwrap();
    }
    writer.wait_merging_threads().unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (documents, queries, folder) = (&arguments[1], &arguments[2], &arguments[3]);
    let start = Instant::now();
    let is_new = !Path::new(folder).exists();
    if is_new {
        build(documents, folder);
    }
    let seconds = if is_new { start.elapsed().as_secs_f64() } else { 0.0 };
    let bytes: u64 = fs::read_dir(folder).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum();
    let opening = Instant::now();
    let index = Index::open_in_dir(folder).unwrap();
    let searcher = index.reader().unwrap().searcher();
    let schema = index.schema();
    let all = schema.get_field("all").unwrap();
    let stored: Vec<_> = ["id", "title", "text"].map(|name| schema.get_field(name).unwrap()).into();
    let mut analyzer = index.tokenizer_for_field(all).unwrap();
    let milliseconds = opening.elapsed().as_secs_f64() * 1000.0;
    let queries: Vec<String> = lines(queries).collect();
    let out = io::stdout();
    let mut out = io::BufWriter::new(out.lock());
    writeln!(out, "ready {seconds} {bytes} {milliseconds:.1} tantivy {}", tantivy::version_string()).unwrap();
    out.flush().unwrap();
    for line in io::stdin().lock().lines() {
        let command = line.unwrap();
        let k: usize = command.split_once(' ').unwrap().1.parse().unwrap();
        let mut times = Vec::with_capacity(queries.len());
        let mut characters = 0;
        for text in &queries {
            let start = Instant::now();
            let mut terms: Vec<String> = Vec::new();
            let mut tokens = analyzer.token_stream(text);
            while let Some(token) = tokens.next() {
                if !terms.contains(&token.text) {
                    terms.push(token.text.clone());
                }
            }
            drop(tokens);
            let clauses = terms.iter().map(|term| {
                let term = Term::from_field_text(all, term);
                let query: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                (Occur::Should, query)
            });
            let query = BooleanQuery::new(clauses.collect());
            let hits = searcher.search(&query, &TopDocs::with_limit(k).order_by_score()).unwrap();
            for (_, address) in hits {
                let document: TantivyDocument = searcher.doc(address).unwrap();
                for field in &stored {
                    characters += document.get_first(*field).and_then(|value| value.as_str()).map_or(0, str::len);
                }
            }
            times.push(start.elapsed().as_nanos().to_string());
        }
        writeln!(out, "{}\nend", times.join(" ")).unwrap();
        out.flush().unwrap();
        eprintln!("{characters} characters returned");
    }
}
