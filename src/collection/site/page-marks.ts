/**
 * The attributes by which authors control the search of their pages.
 *
 *     data-termwise-body                 only what is inside is searched
 *     data-termwise-ignore               what is inside is not searched
 *     data-termwise-ignore="all"         nor are attributes inside read
 *     data-termwise-title                the text of the element is the title
 *     data-termwise-filter="tag:salt"    a value of a filter
 *     data-termwise-filter="tag"         the text of the element is the value
 *     data-termwise-filter="tag[href]"   the value of an attribute is the value
 *     data-termwise-meta="author:Ann"    likewise, for a value that is returned with a hit
 *
 * A filter or meta attribute may contain several, separated by commas; a value after a colon
 * extends to the end. The same attributes are read with `pagefind` instead of `termwise`, so that a
 * site can migrate without an edit.
 */

/** A named value of a page. */
export interface MarkedValue {
  readonly kind: "filter" | "meta";
  readonly name: string;
  /** Absent if the text of the element is the value. */
  readonly value?: string;
}

/** The marks of one element. */
export interface ElementMarks {
  readonly isBody: boolean;
  readonly isTitle: boolean;
  /** `text` excludes the text inside, `all` the attributes, too. */
  readonly ignore?: "text" | "all";
  readonly values: readonly MarkedValue[];
}

const NO_MARKS: ElementMarks = { isBody: false, isTitle: false, values: [] };

/** Reads the marks of an element; Termwise's take precedence over Pagefind's. */
export function readElementMarks(attributes: ReadonlyMap<string, string>): ElementMarks {
  if (![...attributes.keys()].some((name) => PREFIX.test(name))) return NO_MARKS;
  const mark = (name: string): string | undefined =>
    attributes.get(`data-termwise-${name}`) ?? attributes.get(`data-pagefind-${name}`);
  const values = (["filter", "meta"] as const).flatMap((kind) =>
    parseNamedValues(mark(kind) ?? "", kind, attributes),
  );
  const isTitle = ({ kind, name, value }: MarkedValue): boolean =>
    kind === "meta" && name === "title" && value === undefined;
  const ignore = mark("ignore");
  return {
    isBody: mark("body") !== undefined,
    isTitle: mark("title") !== undefined || values.some(isTitle),
    ...(ignore === undefined ? {} : { ignore: ignore.trim() === "all" ? "all" : "text" }),
    values: values.filter((value) => !isTitle(value)),
  };
}

const PREFIX = /^data-(termwise|pagefind)-/;

/** `name:value`, `name[attribute]` or `name`, separated by commas. */
const NAMED_VALUE = /\s*([^,:[\]]+)(?:\[([^\]]*)\]|:(.*))?\s*(?:,|$)/gsy;

function parseNamedValues(
  source: string,
  kind: MarkedValue["kind"],
  attributes: ReadonlyMap<string, string>,
): MarkedValue[] {
  return [...source.matchAll(NAMED_VALUE)].flatMap(([, named = "", attribute, value]) => {
    const name = named.trim();
    if (name === "") return [];
    if (attribute !== undefined) {
      const attributeValue = attributes.get(attribute.trim().toLowerCase());
      return attributeValue === undefined ? [] : [{ kind, name, value: attributeValue.trim() }];
    }
    return [value === undefined ? { kind, name } : { kind, name, value: value.trim() }];
  });
}
