/**
 * How an option is declared, and the types of its values. A declaration is plain
 * data; types, checks, HTTP schemas, CLI flags and documentation derive from it.
 */

import type { Progress } from "../common/progress.ts";
import type { CancelSignal } from "../common/web-platform.ts";
import type { VectorEncoder } from "../dense/index.ts";
import type { InputVector } from "../dense/vectors/index.ts";
import type { Embeddings } from "../embeddings/index.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { TermWeights } from "../index/weights/index.ts";
import type { ModelOptions } from "../models/index.ts";
import type { Ranker } from "../ranking/ranker.ts";
import type { VocabularyOptions } from "../scoring/index.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { SamplingOptions, TrainingSettings } from "../training/index.ts";
import type { Boost } from "./boost.ts";
import type { DistanceName, PropertyName, PropertyPath, SearchDocument } from "./document-type.ts";
import type { Filter } from "./filter.ts";
import type { IndexLocation } from "./index-location.ts";
import type { JudgedQuery } from "./judged-query.ts";
import type { JudgedQueryRequest, NamedSystem } from "./requests.ts";
import type { Rule } from "./rule.ts";
import type { HighlightOptions, SnippetOptions } from "./search-options.ts";

/** From, which belongs to the range, up to, which does not; null or left out for no end. */
export type FacetRange = readonly [from?: number | string | null, to?: number | string | null];

/** How the values of one field are counted. */
export interface FacetOptions {
  /** Maximum number of values, the most frequent first. Default 100. */
  readonly limit?: number | undefined;
  /** Count these ranges instead of values. */
  readonly ranges?: readonly FacetRange[] | undefined;
}

/** Fields by name, or each with its options. */
export type Facets<Doc = SearchDocument> =
  | readonly PropertyPath<Doc>[]
  | ByProperty<Doc, FacetOptions | undefined>;

/** A field, `-` and a field, or `score`; or several, each for those that are equal in the ones before. */
export type Sort<Doc = SearchDocument> = SortName<Doc> | readonly SortName<Doc>[];

type SortName<Doc> = SortField<Doc> | `-${SortField<Doc>}` | "score" | "-score";

/** A field, or the distance of a geo field from a point, such as `distance(location, 52.5, 13.4)`. */
type SortField<Doc> = PropertyPath<Doc> | DistanceName<Doc>;

/** Fields by name, each optionally with `^` and a weight; or weights by name. */
export type SearchedFields<Doc = SearchDocument> =
  | readonly (PropertyPath<Doc> | `${PropertyPath<Doc>}^${number}`)[]
  | ByProperty<Doc, number | undefined>;

/** Rejects unknown names in facets with options, which a type parameter lets pass. */
type KnownFacets<Doc, RequestedFacets> = string extends keyof Doc
  ? unknown
  : RequestedFacets extends readonly string[] | undefined
    ? unknown
    : keyof RequestedFacets extends PropertyPath<Doc>
      ? unknown
      : { readonly [Name in Exclude<keyof RequestedFacets, PropertyPath<Doc>>]: never };

/** Options of fields by their names. */
export type ByProperty<Doc, Options> = string extends keyof Doc
  ? Readonly<Record<string, Options>>
  : { readonly [Path in PropertyPath<Doc>]?: Options };

/** Term weights, and the ranker that they were learned for if known. */
export interface WeightsSource {
  readonly weights: TermWeights;
  readonly ranker?: string | undefined;
  /** The fields that they were learned from, which are then searched; absent where that was all text. */
  readonly fields?: FieldChoice | undefined;
}

/** A trained model: itself, or the folder or directory it was saved in. */
export type ModelSource = TrainedModel | IndexLocation;

/** A reranker: a trained model, or an encoder, which ranks by the cosines of query and documents. */
export type RerankSource = ModelSource | VectorEncoder;

/** The value of an option by the name of its type, as the library takes it. */
export interface LibraryTypes<Doc = SearchDocument, RequestedFacets = Facets<Doc> | undefined> {
  readonly flag: boolean;
  readonly integer: number;
  /** A flag, or a whole number from 1. */
  readonly count: boolean | number;
  readonly milliseconds: number;
  /** The name of an HTML element. */
  readonly tag: string;
  readonly cursor: string;
  readonly field: PropertyPath<Doc>;
  readonly names: readonly PropertyPath<Doc>[];
  /** Properties of a document itself, not of objects inside it. */
  readonly properties: readonly PropertyName<Doc>[];
  readonly words: readonly string[];
  /** Rules, one per line. */
  readonly synonyms: string;
  readonly ranker: string | Ranker;
  readonly fields: SearchedFields<Doc>;
  readonly vector: InputVector;
  readonly weights: WeightsSource;
  readonly rerank: RerankSource;
  /** An object, or a text such as `price < 10 and brand = x`. */
  readonly filter: Filter<Doc> | string;
  readonly boosts: Boost<Doc> | readonly Boost<Doc>[];
  readonly rules: readonly Rule<Doc>[];
  readonly sort: Sort<Doc>;
  readonly facets: RequestedFacets & KnownFacets<Doc, NoInfer<RequestedFacets>>;
  readonly snippet: boolean | SnippetOptions;
  readonly highlight: boolean | HighlightOptions<Doc>;
  readonly text: string;
  /** Such as `bm25(k1=0.6)`. */
  readonly rankerName: string;
  /** Such as `nDCG@10`. */
  readonly measure: string;
  /** Above 0 and at most 1, or `auto`. */
  readonly share: "auto" | number;
  /** A number ≥ 0. */
  readonly rate: number;
  readonly numbers: readonly number[];
  /** Word vectors. */
  readonly vectors: Embeddings;
  readonly judged: readonly JudgedQuery[];
  readonly modelOptions: ModelOptions;
  readonly settings: TrainingSettings;
  readonly sampling: SamplingOptions;
  readonly vocabulary: VocabularyOptions;
  /** A folder (in Node) or a directory. */
  readonly location: IndexLocation;
  readonly progress: Progress;
  /** An `AbortSignal`. */
  readonly signal: CancelSignal;
  /** Of at most as many bytes as the server allows. */
  readonly query: string;
  /** The id of a document. */
  readonly id: string;
  readonly ids: readonly string[];
  /** The name of an index, of a model or of weights. */
  readonly name: string;
  readonly measures: readonly string[];
  readonly systems: readonly NamedSystem[];
  readonly judgedQueries: readonly JudgedQueryRequest[];
  readonly grades: Readonly<Record<string, number | null>>;
  /** An object whose property names users choose. */
  readonly data: object;
  /** The content of a file. */
  readonly file: string;
}

/** The same over HTTP: things that live on the server are named. */
export interface HttpTypes<Doc = SearchDocument, RequestedFacets = Facets<Doc> | undefined>
  extends Omit<LibraryTypes<Doc, RequestedFacets>, "ranker" | "vector" | "weights" | "rerank"> {
  /** Such as `bm25(k1=0.6)`. */
  readonly ranker: string;
  readonly vector: readonly number[];
  /** The id of learned weights of the index. */
  readonly weights: string;
  /** The name of a trained model. */
  readonly rerank: string;
}

/** The name of a type; `choice` is one of the declared values. */
export type OptionType = keyof LibraryTypes | "choice";

/** A way to call an operation. The check of the library, the client and OpenAPI follow from these. */
export type Surface = "library" | "worker" | "post" | "get" | "cli" | "page";

/** Spelling of an option on the command line. */
export interface CliSpelling {
  /** Default: the name of the option in kebab-case. */
  readonly flag?: string;
  /** One letter after a single dash. */
  readonly short?: string;
  /** Another flag that is accepted. */
  readonly alias?: string;
  /** Placeholder of the value in help. Default: that of the type. */
  readonly value?: string;
  /** Appended to the first sentence of the documentation: how the value is written. */
  readonly hint?: string;
  /** Smallest integer, where it differs. */
  readonly min?: number;
}

/** One option. The doc comment above it is its documentation on every surface. */
export interface ApiOption {
  readonly type: OptionType;
  /** Smallest integer. */
  readonly min?: number;
  /** Bounds over HTTP: of an integer, of the characters of a text, or of the items of a list. */
  readonly httpMin?: number;
  readonly httpMax?: number;
  /** Of a `choice`. */
  readonly choices?: readonly (string | number | boolean)[];
  /** The value when the option is absent, where that is a constant. */
  readonly default?: number | string;
  /** The option that replaces this one. */
  readonly aliasOf?: string;
  /** Whether a request without it is refused. */
  readonly isRequired?: true;
  readonly cli?: CliSpelling;
  /** Surfaces without the option, each with the reason. */
  readonly not?: Readonly<Partial<Record<Surface, string>>>;
}

/** Options by name. */
export type OptionTable = Readonly<Record<string, ApiOption>>;

type OptionValue<Declaration, Types> = Declaration extends {
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : Declaration extends { readonly type: infer Type extends keyof Types }
    ? Types[Type]
    : never;

/** The options of a table, as the library takes them. */
export type LibraryOptionValues<Table, Types = LibraryTypes> = {
  readonly [Name in keyof Table]?: OptionValue<Table[Name], Types> | undefined;
};

/** The value of an option, as HTTP takes it. */
export type HttpOptionValue<Declaration, Types = HttpTypes> = OptionValue<Declaration, Types>;

/** The names of the options that HTTP has. */
type HttpNames<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly not: { readonly post: string } }
    ? never
    : Name;
}[keyof Table];

type RequiredNames<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly isRequired: true } ? Name : never;
}[keyof Table];

type RequiredHttpValues<Table, Names extends keyof Table, Types> = {
  readonly [Name in Names]: HttpOptionValue<Table[Name], Types>;
};

type OptionalHttpValues<Table, Names extends keyof Table, Types> = {
  readonly [Name in Names]?: HttpOptionValue<Table[Name], Types> | undefined;
};

/** The options of a table, as HTTP takes them. */
export type HttpOptionValues<Table, Types = HttpTypes> = OptionalHttpValues<
  Table,
  Exclude<HttpNames<Table>, RequiredNames<Table>>,
  Types
> &
  RequiredHttpValues<Table, RequiredNames<Table>, Types>;
