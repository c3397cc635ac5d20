/**
 * A connection to a cluster of OpenSearch or Elasticsearch through the official client of the
 * former, an optional package that is loaded on first use.
 *
 * Every request may be repeated without harm: documents are written by id, and searches change
 * nothing. So transient failures are retried, on another node if there is one, with growing pauses,
 * until the patience of the connection is exhausted.
 */

import type { IncomingMessage } from "node:http";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { isTransient, toClusterError } from "./cluster-errors.ts";
import { limitTime, type ResponseLimits, readJsonBody } from "./response-body.ts";

/** The connection options of a cluster. */
export interface ClusterOptions {
  /** Urls of one or more nodes. */
  readonly nodes: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The certificate of the private authority that signed those of the nodes, as PEM. */
  readonly ca?: string | undefined;
  /** The timeout of a request to a node, in ms, and of reading the response. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Larger responses are refused. Default 256 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** How long transient failures are retried, in ms. Default 60,000. */
  readonly patience?: number | undefined;
}

/** One request. */
export interface ClusterCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Instead of a body: JSON texts, one per line, as `_bulk` and `_msearch` take them. */
  readonly lines?: readonly string[];
}

/** The program of a cluster. */
export type ClusterProduct = "opensearch" | "elasticsearch";

/**
 * Supported versions: major ones, and the first minor one of the oldest. The tests cover OpenSearch
 * 3 and Elasticsearch 7.17. Before 7.12, rank_feature queries are not linear.
 */
const VERSIONS: Readonly<Record<ClusterProduct, { majors: readonly number[]; minor: number }>> = {
  opensearch: { majors: [3], minor: 0 },
  elasticsearch: { majors: [7, 8], minor: 12 },
};
const NAMES = { opensearch: "OpenSearch", elasticsearch: "Elasticsearch" } as const;
const ELASTICSEARCH_TAGLINE = "You Know, for Search";
const PACKAGE = "@opensearch-project/opensearch";
const FIRST_PAUSE = 50;
const MAX_PAUSE = 2000;
const MAX_RESPONSE_BYTES = 1 << 28;

/** The limits of a connection: of one response, and of all attempts. In ms and bytes. */
interface ClusterLimits extends ResponseLimits {
  /** Until the headers of a response: the client tries each node once, and one of them again. */
  readonly answerTime: number;
  readonly patience: number;
}

type Client = import("@opensearch-project/opensearch").Client;

/** An open connection. Close it when done. */
export class Cluster {
  readonly url: string;
  readonly product: ClusterProduct;
  /** The version of the node that answered first, such as 3.8.0. */
  readonly version: string;
  readonly #client: Client;
  readonly #limits: ClusterLimits;

  private constructor(client: Client, url: string, server: ServerVersion, limits: ClusterLimits) {
    this.#client = client;
    this.url = url;
    this.product = server.product;
    this.version = server.version;
    this.#limits = limits;
  }

  /**
   * Connects and checks the server. `UNAVAILABLE` without a response, or for another program or
   * version.
   */
  static async connect(options: ClusterOptions): Promise<Cluster> {
    const { nodes, username, password, ca, timeout = 30_000, patience = 60_000 } = options;
    const { maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES } = options;
    const [url] = nodes;
    if (url === undefined) throw badArgument("a cluster needs the url of a node");
    const { Client } = await loadClient();
    const client = new Client({
      nodes: [...nodes],
      requestTimeout: timeout,
      maxRetries: nodes.length, // each node once; then our own pauses
      ...(username === undefined ? {} : { auth: { username, password: password ?? "" } }),
      ...(ca === undefined ? {} : { ssl: { ca } }),
    });
    try {
      const limits = { maxBytes, timeout, patience, answerTime: timeout * (nodes.length + 1) };
      const unknown = { product: "opensearch", version: "" } as const;
      const server = await readVersion(new Cluster(client, url, unknown, limits));
      return new Cluster(client, url, server, limits);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Sends a request and retries transient failures within the patience. */
  async request<T>(call: ClusterCall): Promise<T> {
    const end = readClock() + this.#limits.patience;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 2 * pause)) {
      try {
        return await this.attempt<T>(call);
      } catch (error) {
        if (!isTransient(error) || readClock() + pause > end) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Sends a request once. */
  async attempt<T>({ method, path, query, body, lines }: ClusterCall): Promise<T> {
    try {
      const sending = this.#client.transport.request(
        {
          method,
          path,
          ...(query === undefined ? {} : { querystring: { ...query } }),
          ...defined({ body }),
          ...(lines === undefined ? {} : { bulkBody: `${lines.join("\n")}\n` }),
        },
        { asStream: true }, // the client bounds neither the time nor the bytes of a body
      );
      const response = await limitTime(sending, this.#limits.answerTime, () => sending.abort());
      const stream = response.body as unknown as IncomingMessage;
      const json = await readJsonBody(stream, this.url, this.#limits);
      const statusCode = response.statusCode ?? 0;
      if (statusCode < 400) return json as T;
      throw toClusterError({ statusCode, body: json, message: "no reason given" }, this.url);
    } catch (cause) {
      throw toClusterError(cause, this.url);
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

interface ServerVersion {
  readonly product: ClusterProduct;
  readonly version: string;
}

async function readVersion(cluster: Cluster): Promise<ServerVersion> {
  type Answer =
    | { version?: { distribution?: string; number?: string }; tagline?: string }
    | undefined;
  const answer = (await cluster.request<Answer>({ method: "GET", path: "/" })) ?? {};
  const version = String(answer.version?.number ?? "");
  const product = findProduct(answer);
  if (product === undefined) {
    const message = `${cluster.url} is neither OpenSearch nor Elasticsearch`;
    throw new TermwiseError("UNAVAILABLE", message);
  }
  const { majors, minor } = VERSIONS[product];
  const [ownMajor, ownMinor = 0] = version.split(".").map(Number);
  const isOld = ownMajor === majors[0] && ownMinor < minor;
  if (ownMajor === undefined || !majors.includes(ownMajor) || isOld) {
    const from = minor === 0 ? "" : `, from ${majors[0]}.${minor} on`;
    const supported = `version ${majors.join(" or ")} is supported${from}`;
    const message = `${cluster.url} runs ${NAMES[product]} ${quote(version)}; ${supported}`;
    throw new TermwiseError("UNAVAILABLE", message, { version });
  }
  return { product, version };
}

function findProduct(answer: {
  readonly version?: { readonly distribution?: string };
  readonly tagline?: string;
}): ClusterProduct | undefined {
  const { distribution } = answer.version ?? {};
  if (distribution === "opensearch") return "opensearch";
  const isElasticsearch = distribution === undefined && answer.tagline === ELASTICSEARCH_TAGLINE;
  return isElasticsearch ? "elasticsearch" : undefined;
}

async function loadClient(): Promise<typeof import("@opensearch-project/opensearch")> {
  try {
    return await import("@opensearch-project/opensearch");
  } catch (cause) {
    const message = `OpenSearch needs the package ${PACKAGE}: npm install ${PACKAGE}`;
    throw new TermwiseError("UNAVAILABLE", message, {}, { cause });
  }
}
