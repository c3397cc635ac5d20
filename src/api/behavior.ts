/**
 * Recorded searches and events in the format of User Behavior Insights 1.3
 * (https://github.com/o19s/ubi), and the report of them. The properties of the format keep
 * the names that it gives them.
 */

import type { Count } from "./search-result.ts";

/** A search that was recorded. */
export interface UbiQuery {
  /** Name of the index, a dot, and a UUID. */
  readonly query_id: string;
  readonly user_query: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Ids of the documents that were shown, best first. */
  readonly query_response_hit_ids: readonly string[];
  readonly application?: string;
  readonly client_id?: string;
  readonly object_id_field?: string;
  /** `offset` of the first hit and `total` of matching documents, and what the application adds. */
  readonly query_attributes?: Readonly<Record<string, unknown>>;
}

/** An action of a user, such as a click on a hit. */
export interface UbiEvent {
  /** Such as `click`, `add_to_cart`, `purchase` or `view`. */
  readonly action_name: string;
  /** The `queryId` of the search. */
  readonly query_id?: string;
  /** ISO 8601. Default: now. */
  readonly timestamp?: string;
  readonly application?: string;
  readonly session_id?: string;
  readonly client_id?: string;
  readonly user_id?: string;
  readonly message_type?: string;
  readonly message?: string;
  readonly event_attributes?: {
    readonly object?: {
      /** Id of the document. */
      readonly object_id: string | number;
      readonly object_id_field?: string;
      readonly [property: string]: unknown;
    };
    readonly position?: { readonly ordinal?: number; readonly [property: string]: unknown };
    readonly [property: string]: unknown;
  };
}

/** The number of records that were stored. */
export interface RecordedCounts {
  readonly accepted: Count;
  /** Records of searches whose id does not name an index of this server. */
  readonly ignored: Count;
}

/** The searches of one query. */
export interface QueryBehavior {
  /** In lower case. */
  readonly query: string;
  readonly searches: Count;
  /** Searches that found nothing. */
  readonly withoutHits: Count;
  /** Searches in which a document was clicked. */
  readonly withClicks: Count;
}

/** The searches of one day. */
export interface BehaviorDay {
  /** Such as `2026-11-18`, in UTC. */
  readonly day: string;
  readonly searches: Count;
  readonly withoutHits: Count;
  readonly withClicks: Count;
}

/** What users searched for and clicked. */
export interface BehaviorReport {
  /** Whether the server records now. */
  readonly isRecording: boolean;
  readonly searches: Count;
  readonly queries: Count;
  readonly withoutHits: Count;
  readonly withClicks: Count;
  /** Documents that were clicked, each once per search. */
  readonly clicks: Count;
  /** Events of searches that are not in the log. */
  readonly unmatched: Count;
  /** Lines of the log that cannot be read. */
  readonly damaged: Count;
  /** Records that were lost since the server started, because the disk was slow or full. */
  readonly lost: Count;
  /** Size of the log. */
  readonly bytes: Count;
  /** The days from the first to the last, without gaps. */
  readonly days: readonly BehaviorDay[];
  /** The most frequent first. */
  readonly top: readonly QueryBehavior[];
  /** Queries that found nothing, the most frequent first. */
  readonly noHits: readonly QueryBehavior[];
  /** Queries that found something in which nothing was clicked, the most frequent first. */
  readonly noClicks: readonly QueryBehavior[];
}

/** An id for a search of an index. */
export function createQueryId(index: string, unique: string): string {
  return `${index}.${unique}`;
}

/** The index of a search by its id; undefined for an id of another form. */
export function parseQueryIndex(queryId: string): string | undefined {
  return /^([a-z0-9][a-z0-9_-]{0,63})\.[\w-]{1,36}$/.exec(queryId)?.[1];
}
