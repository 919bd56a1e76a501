import 'server-only';

/** A token of an XML document, without the prefix of its namespace. */
type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** The document is damaged, or has parts that a workbook doesn’t have. */
class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Longest tag or text, in characters. */
const maxLength = 1_000_000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntity(whole: string, name: string): string {
  const character = entities[name];
  if (character !== undefined) return character;
  const code = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : name.startsWith('#')
      ? Number.parseInt(name.slice(1), 10)
      : Number.NaN;
  if (!Number.isInteger(code) || code < 1 || code > 0x10ffff) throw new XmlError(`unknown entity ${whole}`);
  return String.fromCodePoint(code);
}

/** Decodes predefined and numeric entities. There are no others, because documents with definitions are refused. */
const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&\s]{1,10});/g, decodeEntity) : text;

const attribute = (name: string) => new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
const attributePatterns = new Map<string, RegExp>();

/** Returns the value of an attribute, or null. */
export function readAttribute(attributes: string, name: string): string | null {
  const pattern = attributePatterns.get(name) ?? attribute(name);
  attributePatterns.set(name, pattern);
  const match = pattern.exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? null : decodeEntities(value);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the position of the `>` that ends a tag. One inside an attribute doesn’t count. -1: not received yet. */
function findTagEnd(text: string, from: number): number {
  let mark = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (mark !== '') mark = sign === mark ? '' : mark;
    else if (sign === '"' || sign === "'") mark = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

/** Parts without meaning for a workbook, by their start and end. */
const skipped = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/**
 * Splits XML into tokens while it arrives. It holds at most one token, and refuses definitions of a document type, so
 * that no entity can grow.
 *
 * @throws {XmlError} if the document is damaged or has such a definition.
 */
export async function* readXml(chunks: AsyncIterable<string>): AsyncGenerator<XmlToken> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const { tokens, at } = takeTokens(rest);
    yield* tokens;
    rest = rest.slice(at);
    if (rest.length > maxLength) throw new XmlError('a part of the document is too long');
  }
  if (rest.trim() !== '') throw new XmlError('the document is incomplete');
}

function takeTokens(text: string): { readonly tokens: readonly XmlToken[]; readonly at: number } {
  const tokens: XmlToken[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start < 0) break;
    const between = text.slice(at, start);
    const next = readMarkup(text, start);
    if (next === null) break;
    if (between !== '') tokens.push({ kind: 'text', text: decodeEntities(between) });
    tokens.push(...next.tokens);
    at = next.end;
  }
  return { tokens, at };
}

/** Reads a tag, a comment or the like. Null: it is not received completely. */
function readMarkup(
  text: string,
  start: number,
): { readonly tokens: readonly XmlToken[]; readonly end: number } | null {
  for (const [open, close] of skipped)
    if (text.startsWith(open, start)) {
      const end = text.indexOf(close, start + open.length);
      return end < 0 ? null : { tokens: [], end: end + close.length };
    }
  if (text.startsWith('<![CDATA[', start)) {
    const end = text.indexOf(']]>', start);
    return end < 0 ? null : { tokens: [{ kind: 'text', text: text.slice(start + 9, end) }], end: end + 3 };
  }
  // The start of a comment or of CDATA may be cut.
  if (text.startsWith('<!', start)) {
    if (text.length - start < 9) return null;
    throw new XmlError('the document has a definition of its type');
  }
  const end = findTagEnd(text, start + 1);
  if (end < 0) return null;
  if (text[start + 1] === '/')
    return { tokens: [{ kind: 'close', name: localName(text.slice(start + 2, end).trim()) }], end: end + 1 };
  const isEmpty = text[end - 1] === '/';
  const inner = text.slice(start + 1, isEmpty ? end - 1 : end);
  const space = /\s/.exec(inner)?.index ?? inner.length;
  const name = localName(inner.slice(0, space));
  const open: XmlToken = { kind: 'open', name, attributes: inner.slice(space), isEmpty };
  return { tokens: isEmpty ? [open, { kind: 'close', name }] : [open], end: end + 1 };
}
