//! Tantivy as a peer of bench/fields.ts; ../../README.md tells the protocol. English stop words and
//! stems for the texts; prefixes and typos are looked for in a field of words as they are written, and
//! all that match such a query get one score.

use serde_json::json;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Bound;
use std::path::Path;
use std::time::Instant;
use tantivy::aggregation::agg_req::Aggregations;
use tantivy::aggregation::AggregationCollector;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, Query, RangeQuery, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, FAST, INDEXED, STRING,
};
use tantivy::tokenizer::{
    Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer,
};
use tantivy::{Index, Order, Searcher, TantivyDocument, Term};

const TOP: usize = 10;

/// A date as a number that orders as the date does: 2001-02-03 as 20010203.
fn day(date: &str) -> u64 {
    date.replace('-', "").parse().unwrap()
}

fn register(index: &Index) {
    let stops = StopWordFilter::new(Language::English).unwrap();
    let stems = TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(40))
        .filter(LowerCaser)
        .filter(stops.clone())
        .filter(Stemmer::new(Language::English))
        .build();
    let forms = TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(40))
        .filter(LowerCaser)
        .filter(stops)
        .build();
    index.tokenizers().register("stems", stems);
    index.tokenizers().register("forms", forms);
}

fn searched(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_index_option(IndexRecordOption::WithFreqs);
    TextOptions::default().set_indexing_options(indexing)
}

fn build(documents: &str, folder: &str) {
    let mut schema = Schema::builder();
    let all = schema.add_text_field("all", searched("stems"));
    let title = schema.add_text_field("title", searched("stems"));
    let text = schema.add_text_field("text", searched("stems"));
    let forms = schema.add_text_field("forms", searched("forms"));
    let source = schema.add_text_field("source", STRING | FAST);
    let published = schema.add_u64_field("published", FAST | INDEXED);
    fs::create_dir_all(folder).unwrap();
    let index = Index::create_in_dir(folder, schema.build()).unwrap();
    register(&index);
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 1 << 30).unwrap();
    for line in BufReader::with_capacity(1 << 20, File::open(documents).unwrap()).lines() {
        let line = line.unwrap();
        let parts: Vec<&str> = line.split('\t').collect();
        let both = format!("{} {}", parts[3], parts[4]);
        let mut document = TantivyDocument::default();
        document.add_text(all, &both);
        document.add_text(forms, &both);
        document.add_text(title, parts[3]);
        document.add_text(text, parts[4]);
        document.add_text(source, parts[1]);
        document.add_u64(published, day(parts[2]));
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    let segments = index.searchable_segment_ids().unwrap();
    if segments.len() > 1 {
        writer.merge(&segments).wait().unwrap();
    }
    writer.wait_merging_threads().unwrap();
}

/// The words of a text, stemmed or, for prefixes and typos, as they are typed.
fn words(index: &Index, tokenizer: &str, text: &str) -> Vec<String> {
    let mut analyzer = index.tokenizers().get(tokenizer).unwrap();
    let mut stream = analyzer.token_stream(text);
    let mut found = Vec::new();
    stream.process(&mut |token| found.push(token.text.clone()));
    found
}

fn exact(field: Field, word: &str) -> (Occur, Box<dyn Query>) {
    let term = Term::from_field_text(field, word);
    (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)))
}

fn any_of(index: &Index, field: Field, text: &str) -> Box<dyn Query> {
    let clauses = words(index, "stems", text).iter().map(|word| exact(field, word)).collect();
    Box::new(BooleanQuery::new(clauses))
}

/// The sum of the scores of title and text: it has no BM25F.
fn weighted(index: &Index, text: &str) -> Box<dyn Query> {
    let field = |name| index.schema().get_field(name).unwrap();
    let mut clauses = Vec::new();
    for word in words(index, "stems", text) {
        let (_, title) = exact(field("title"), &word);
        let boosted: Box<dyn Query> = Box::new(BoostQuery::new(title, 2.0));
        clauses.push((Occur::Should, boosted));
        clauses.push(exact(field("text"), &word));
    }
    Box::new(BooleanQuery::new(clauses))
}

/// All words but the last by stem, the last as the beginning of words.
fn prefixed(index: &Index, all: Field, text: &str) -> Box<dyn Query> {
    let mut typed = words(index, "default", text);
    let last = typed.pop().unwrap_or_default();
    let stems = words(index, "stems", &typed.join(" "));
    let mut clauses: Vec<_> = stems.iter().map(|word| exact(all, word)).collect();
    let forms = index.schema().get_field("forms").unwrap();
    let query = FuzzyTermQuery::new_prefix(Term::from_field_text(forms, &last), 0, true);
    clauses.push((Occur::Should, Box::new(query)));
    Box::new(BooleanQuery::new(clauses))
}

/// Words of four letters and more that few documents have, as ours takes them, with one edit.
fn mistyped(index: &Index, searcher: &Searcher, all: Field, text: &str) -> Box<dyn Query> {
    let usual = (searcher.num_docs() / 20_000).max(20);
    let forms = index.schema().get_field("forms").unwrap();
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for form in words(index, "forms", text) {
        let term = Term::from_field_text(forms, &form);
        if form.chars().count() < 4 || searcher.doc_freq(&term).unwrap() >= usual {
            clauses.extend(words(index, "stems", &form).iter().map(|word| exact(all, word)));
        } else {
            clauses.push((Occur::Should, Box::new(FuzzyTermQuery::new(term, 1, true))));
        }
    }
    Box::new(BooleanQuery::new(clauses))
}

fn run(index: &Index, searcher: &Searcher, line: &str, text: &str, before: &str) -> Option<()> {
    let all = index.schema().get_field("all").unwrap();
    let top = || TopDocs::with_limit(TOP).order_by_score();
    match line.split(' ').next().unwrap() {
        "plain" => drop(searcher.search(&*any_of(index, all, text), &top()).unwrap()),
        "two" => drop(searcher.search(&*weighted(index, text), &top()).unwrap()),
        "filter" => {
            let published = index.schema().get_field("published").unwrap();
            let end = Term::from_field_u64(published, day(before));
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
        "typo" => drop(searcher.search(&*mistyped(index, searcher, all, text), &top()).unwrap()),
        _ => return None,
    }
    Some(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (documents, queries, folder) = (&arguments[1], &arguments[2], &arguments[3]);
    let start = Instant::now();
    let is_built = Path::new(folder).exists();
    if !is_built {
        build(documents, folder);
    }
    let index = Index::open_in_dir(folder).unwrap();
    register(&index);
    let (how, seconds) = (if is_built { "opened" } else { "built" }, start.elapsed().as_secs_f64());
    let searcher = index.reader().unwrap().searcher();
    let mut lines: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for row in fs::read_to_string(queries).unwrap().lines() {
        let parts: Vec<&str> = row.split('\t').collect();
        let line = lines.entry(parts[0].to_string()).or_default();
        line.push((parts[2].to_string(), parts[1].to_string()));
    }
    println!("ready {}, {how} in {seconds:.1} s", tantivy::version_string());
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut times = Vec::new();
        for (query, before) in &lines[&line] {
            let start = Instant::now();
            if run(&index, &searcher, &line, query, before).is_none() {
                break;
            }
            times.push(start.elapsed().as_nanos().to_string());
        }
        println!("{}", if times.is_empty() { "none".to_string() } else { times.join(" ") });
        io::stdout().flush().unwrap();
    }
}
