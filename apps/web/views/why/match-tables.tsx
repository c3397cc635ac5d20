/** The largest matches of a model, as words: windows of PACRR, n-grams of ConvKNRM. */

import type { VNode } from "preact";
import type { PairExplanation } from "../../../../src/reranking/explanation.ts";
import type { NgramMatches, TopMatch } from "../../../../src/reranking/insight-data.ts";
import { formatDecimal, formatSigned } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

type Tokens = PairExplanation["query"];

interface WindowTableProps {
  readonly query: Tokens;
  readonly document: Tokens;
  readonly windows: readonly (readonly (readonly TopMatch[])[])[];
}

/** For each size of window and query word, its largest matches. */
export function WindowTable({ query, document, windows }: WindowTableProps): VNode {
  const rows = windows.flatMap((terms, size) =>
    terms.map((matches, i) => ({
      key: `${size} ${i}`,
      size: `${size + 1} × ${size + 1}`,
      words: joinTokens(query, i, 1),
      matches: matches.map((match) => ({
        match,
        words: joinTokens(document, match.place, size + 1),
      })),
    })),
  );
  return <MatchTable title="Windows that each query word keeps" first="Window" rows={rows} />;
}

interface NgramTableProps {
  readonly query: Tokens;
  readonly document: Tokens;
  readonly ngrams: readonly NgramMatches[];
}

/** For each pair of lengths and n-gram of the query, the best n-grams of the document. */
export function NgramTable({ query, document, ngrams }: NgramTableProps): VNode {
  const rows = ngrams.flatMap((lengths) =>
    lengths.rows.map((matches, i) => ({
      key: `${lengths.query} ${lengths.document} ${i}`,
      size: `${lengths.query} × ${lengths.document}`,
      words: joinTokens(query, i, lengths.query),
      matches: matches.map((match) => ({
        match,
        words: joinTokens(document, match.place, lengths.document),
      })),
    })),
  );
  return <MatchTable title="Best matches of n-grams" first="Lengths" rows={rows} />;
}

interface MatchRow {
  readonly key: string;
  readonly size: string;
  readonly words: string;
  readonly matches: readonly { readonly match: TopMatch; readonly words: string }[];
}

interface MatchTableProps {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly MatchRow[];
}

function MatchTable({ title, first, rows }: MatchTableProps): VNode {
  return (
    <details class="kept">
      <summary>
        <h3>{title}</h3>
      </summary>
      <Scrolling label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">In the query</th>
              <th scope="col">In the document, strongest first</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, size, words, matches }) => (
              <tr key={key}>
                <td class="number">{size}</td>
                <th scope="row" class="term">
                  {words}
                </th>
                <td>
                  <ul class="pills">
                    {matches.map(({ match, words: matchWords }, i) => (
                      <li class="pill" key={i}>
                        {matchWords} {formatDecimal(match.value, 2)}
                        {match.gate !== undefined && ` × ${formatDecimal(match.gate, 2)}`}
                        {match.contribution !== undefined &&
                          ` → ${formatSigned(match.contribution, 3)}`}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </details>
  );
}

function joinTokens(tokens: Tokens, start: number, length: number): string {
  const words = tokens.slice(start, start + length).map(({ word }) => word ?? "(unknown)");
  return words.join(" ");
}
