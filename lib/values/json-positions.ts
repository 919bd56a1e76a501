/** Finds the position of each member in a JSON text, for highlighting. Stops at the first error in invalid JSON. */

export type JsonPosition = {
  readonly path: string;
  /** Key of an object member; null for an array item. */
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
};

const token = /[ \t\n\r]*(?:("(?:[^"\\]|\\.)*")|([{}[\]:,])|([^\s{}[\]:,"]+))/y;

/** Returns the positions of all members in text order. A duplicate member appears twice. */
export function findJsonPositions(text: string): readonly JsonPosition[] {
  const positions: JsonPosition[] = [];
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
  /** Reads a value and returns where it ends. Returns null when the text is invalid. */
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
      const memberName = name ? unquote(name.word) : null;
      const key = memberName ?? String(index);
      const inner = path === '' ? key : `${path}.${key}`;
      const start = name?.start ?? peek()?.start ?? at;
      const end = value(inner, depth + 1);
      if (end === null) return null;
      positions.push({ path: inner, name: memberName, start, end });
      const after = next();
      if (after?.word === close) return after.end;
      if (after?.word !== ',') return null;
    }
  };
  value('', 0);
  return positions.sort((left, right) => left.start - right.start || right.end - left.end);
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
