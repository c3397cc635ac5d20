/** The properties of every view. */

/** The selected index and the parameters from the address. */
export interface ViewProps {
  readonly index: string;
  readonly params: Readonly<Record<string, string>>;
}
