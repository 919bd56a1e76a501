/** Where in a text of JSON each member stands, for marking it. Works on text that is valid; on other text it gives up. */

export type Place = {
  readonly path: string;
  /** The key of a member of an object; null for an item of a list. */
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
};

const token = /[ \t\n\r]*(?:("(?:[^"\\]|\\.)*")|([{}[\]:,])|([^\s{}[\]:,"]+))/y;

/** The places of all members, a member that stands twice with both of them, in the order of the text. */
export function placesIn(text: string): readonly Place[] {
  const places: Place[] = [];
  let at = 0;
  const next = () => {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return null;
    at = token.lastIndex;
    const word = match[1] ?? match[2] ?? match[3] ?? '';
    return { word, start: at - word.length, end: at, isString: match[1] !== undefined };
  };
  const peek = () => {
    const before = at;
    const found = next();
    at = before;
    return found;
  };
  /** Reads a value and answers where it ends; null where the text goes wrong. */
  const value = (path: string, depth: number): number | null => {
    const first = next();
    if (!first || depth > 64) return null;
    if (first.word !== '{' && first.word !== '[') return first.end;
    const isObject = first.word === '{';
    const close = isObject ? '}' : ']';
    if (peek()?.word === close) return next()?.end ?? null;
    for (let index = 0; ; index += 1) {
      const name = isObject ? next() : null;
      if (isObject && (!name?.isString || next()?.word !== ':')) return null;
      const own = name ? unquoted(name.word) : null;
      const key = own ?? String(index);
      const inner = path === '' ? key : `${path}.${key}`;
      const start = name?.start ?? peek()?.start ?? at;
      const end = value(inner, depth + 1);
      if (end === null) return null;
      places.push({ path: inner, name: own, start, end });
      const after = next();
      if (after?.word === close) return after.end;
      if (after?.word !== ',') return null;
    }
  };
  value('', 0);
  return places.sort((left, right) => left.start - right.start || right.end - left.end);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
