/** Character references of SGML and HTML: `&amp;`, `&#233;`, `&#xe9;`, and those of the TREC discs. */

/** Names of U+00A0 to U+00FF in order (HTML 4, "Latin-1 entities"). */
const LATIN1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 " +
  "acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml " +
  "Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde " +
  "Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig " +
  "ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide " +
  "oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN1.split(" ").map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bull", "•"],
  ["hellip", "…"],
  ["euro", "€"],
  ["trade", "™"],
  // As on the TREC discs.
  ["hyph", "-"],
  ["blank", " "],
  ["cir", "○"],
  ["mu", "μ"],
]);

/** Longer than any valid name or number. */
const MAX_NAME_LENGTH = 10;

/** Decodes known references; anything else is unchanged. */
export function decodeEntities(text: string): string {
  let at = text.indexOf("&");
  if (at < 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (; at >= 0; at = text.indexOf("&", at + 1)) {
    const end = findNameEnd(text, at + 1);
    const character = end < 0 ? undefined : resolveEntity(text.slice(at + 1, end));
    if (character === undefined) continue;
    parts.push(text.slice(done, at), character);
    done = end + 1;
  }
  return parts.join("") + text.slice(done);
}

/** Encodes a text so that `decodeEntities` restores it. */
export function encodeEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Offset of the semicolon, if it is near. */
function findNameEnd(text: string, from: number): number {
  const last = Math.min(from + MAX_NAME_LENGTH, text.length - 1);
  for (let at = from; at <= last; at++) if (text[at] === ";") return at;
  return -1;
}

function resolveEntity(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED_ENTITIES.get(name);
  const isHex = /^#x[0-9a-f]+$/i.test(name);
  if (!isHex && !/^#\d+$/.test(name)) return undefined;
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
