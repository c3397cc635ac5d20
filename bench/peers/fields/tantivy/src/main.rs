//! Tantivy as a peer of bench/fields.ts. Started with the documents as JSON lines, the queries of each
//! line of the benchmark as JSON, and a folder for its index. Prints `ready` with what it is; then, for
//! each name of a line that it reads, the nanoseconds of its queries, or `none` for what it cannot do.
//! Words are stemmed by its English analyzer. Its prefix and fuzzy queries give all matches one score.

use serde_json::{json, Value};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Bound;
use std::path::Path;
use std::time::Instant;
use tantivy::aggregation::agg_req::Aggregations;
use tantivy::aggregation::AggregationCollector;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, FuzzyTermQuery, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST, INDEXED, STRING,
};
use tantivy::{Index, Order, Searcher, TantivyDocument, Term};

const TOP: usize = 10;

/// A date as a number that orders as the date does: 2001-02-03 as 20010203.
fn day(date: &str) -> u64 {
    date.replace('-', "").parse().unwrap()
}

fn build(documents: &str, folder: &str) -> Index {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqs);
    let all = schema.add_text_field("all", TextOptions::default().set_indexing_options(indexing));
    let source = schema.add_text_field("source", STRING | FAST);
    let published = schema.add_u64_field("published", FAST | INDEXED);
    fs::create_dir_all(folder).unwrap();
    let index = Index::create_in_dir(folder, schema.build()).unwrap();
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 1 << 30).unwrap();
    for line in BufReader::with_capacity(1 << 20, File::open(documents).unwrap()).lines() {
        let given: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut document = TantivyDocument::default();
        document.add_text(all, given["all"].as_str().unwrap());
        document.add_text(source, given["source"].as_str().unwrap());
        document.add_u64(published, day(given["published"].as_str().unwrap()));
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

/// The words of a text, stemmed or, for prefixes and typos, as they are typed.
fn words(index: &Index, tokenizer: &str, text: &str) -> Vec<String> {
    let mut analyzer = index.tokenizers().get(tokenizer).unwrap();
    let mut stream = analyzer.token_stream(text);
    let mut found = Vec::new();
    stream.process(&mut |token| found.push(token.text.clone()));
    found
}

fn exact(all: Field, word: &str) -> (Occur, Box<dyn Query>) {
    let term = Term::from_field_text(all, word);
    (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)))
}

fn any_of(index: &Index, all: Field, text: &str) -> Box<dyn Query> {
    let clauses = words(index, "en_stem", text).iter().map(|word| exact(all, word)).collect();
    Box::new(BooleanQuery::new(clauses))
}

fn prefixed(index: &Index, all: Field, text: &str) -> Box<dyn Query> {
    let mut stems = words(index, "en_stem", text);
    stems.pop();
    let mut clauses: Vec<_> = stems.iter().map(|word| exact(all, word)).collect();
    if let Some(last) = words(index, "default", text).last() {
        let query = FuzzyTermQuery::new_prefix(Term::from_field_text(all, last), 0, true);
        clauses.push((Occur::Should, Box::new(query)));
    }
    Box::new(BooleanQuery::new(clauses))
}

/// Words of four letters and more by one edit, of eight and more by two, as ours.
fn mistyped(index: &Index, all: Field, text: &str) -> Box<dyn Query> {
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for word in words(index, "en_stem", text) {
        let edits = match word.chars().count() { 0..=3 => 0, 4..=7 => 1, _ => 2 };
        clauses.push(exact(all, &word));
        if edits > 0 {
            let query = FuzzyTermQuery::new(Term::from_field_text(all, &word), edits, true);
            clauses.push((Occur::Should, Box::new(query)));
        }
    }
    Box::new(BooleanQuery::new(clauses))
}

fn run(index: &Index, searcher: &Searcher, line: &str, text: &str, before: Option<&str>) -> Option<()> {
    let all = index.schema().get_field("all").unwrap();
    let top = || TopDocs::with_limit(TOP).order_by_score();
    match line.split(' ').next().unwrap() {
        "plain" => drop(searcher.search(&*any_of(index, all, text), &top()).unwrap()),
        "filter" => {
            let published = index.schema().get_field("published").unwrap();
            let end = Term::from_field_u64(published, day(before.unwrap()));
            let range: Box<dyn Query> = Box::new(RangeQuery::new(Bound::Unbounded, Bound::Excluded(end)));
            let both = vec![(Occur::Must, any_of(index, all, text)), (Occur::Must, range)];
            drop(searcher.search(&BooleanQuery::new(both), &top()).unwrap())
        }
        "facets" => {
            let asked = json!({ "source": { "terms": { "field": "source", "size": 100 } } });
            let asked: Aggregations = serde_json::from_value(asked).unwrap();
            let counts = AggregationCollector::from_aggs(asked, Default::default());
            drop(searcher.search(&*any_of(index, all, text), &(counts, top())).unwrap())
        }
        "sort" => {
            let newest = TopDocs::with_limit(TOP).order_by_fast_field::<u64>("published", Order::Desc);
            drop(searcher.search(&*any_of(index, all, text), &newest).unwrap())
        }
        "prefix" => drop(searcher.search(&*prefixed(index, all, text), &top()).unwrap()),
        "typo" => drop(searcher.search(&*mistyped(index, all, text), &top()).unwrap()),
        _ => return None,
    }
    Some(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (documents, queries, folder) = (&arguments[1], &arguments[2], &arguments[3]);
    let start = Instant::now();
    let index = if Path::new(folder).exists() {
        Index::open_in_dir(folder).unwrap()
    } else {
        build(documents, folder)
    };
    let seconds = start.elapsed().as_secs_f64();
    let searcher = index.reader().unwrap().searcher();
    let asked: Value = serde_json::from_str(&fs::read_to_string(queries).unwrap()).unwrap();
    println!("ready tantivy {}, open after {seconds:.1} s", tantivy::version_string());
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let before = asked[&line]["before"].as_str();
        let mut times = Vec::new();
        for query in asked[&line]["queries"].as_array().unwrap() {
            let start = Instant::now();
            if run(&index, &searcher, &line, query.as_str().unwrap(), before).is_none() {
                break;
            }
            times.push(start.elapsed().as_nanos().to_string());
        }
        println!("{}", if times.is_empty() { "none".to_string() } else { times.join(" ") });
        io::stdout().flush().unwrap();
    }
}
