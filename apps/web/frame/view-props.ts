/** What every view is given. */

/** The index that is looked at, and what the address asks of the view. */
export interface ViewProps {
  readonly index: string;
  readonly params: Readonly<Record<string, string>>;
}
