import 'server-only';

/** A tag of an XML document, without the prefix of its namespace. */
type XmlTag =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

type XmlToken = XmlTag | { readonly kind: 'text'; readonly text: string };

/** The document is damaged, or has parts that a workbook doesn’t have. */
class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** The document has more tags than a file of the most rows. */
export class XmlLimitError extends Error {
  override readonly name = 'XmlLimitError';
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
  if (attributes === '') return null;
  const pattern = attributePatterns.get(name) ?? attribute(name);
  attributePatterns.set(name, pattern);
  const match = pattern.exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? null : decodeEntities(value);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const [doubleQuote, singleQuote, tagEnd] = [34, 39, 62];

/** Returns the position of the `>` that ends a tag. One inside an attribute doesn’t count. -1: not received yet. */
function findTagEnd(text: string, from: number): number {
  let mark = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (mark !== 0) mark = sign === mark ? 0 : mark;
    else if (sign === doubleQuote || sign === singleQuote) mark = sign;
    else if (sign === tagEnd) return at;
  }
  return -1;
}

/** Parts without meaning for a workbook, by their start and end. */
const skipped = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** Limits of one document, besides its bytes. Tags are counted, because each of them takes time however short it is. */
const limits = {
  /** 50,000 rows with 50 filled cells each. */
  tags: 10_000_000,
  /** Tags without meaning for the reader: widths, fonts, rules of formatting. */
  otherTags: 500_000,
} as const;

/** Reads the tokens of one document: its texts, and the tags with these names. */
class Tokenizer {
  readonly #names: ReadonlySet<string>;
  #tags = 0;
  #otherTags = 0;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  take(text: string): { readonly tokens: readonly XmlToken[]; readonly at: number } {
    const tokens: XmlToken[] = [];
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      const end = this.#readMarkup(text, start, start === at ? '' : text.slice(at, start), tokens);
      if (end === null) break;
      at = end;
      this.#tags += 1;
      if (this.#tags > limits.tags || this.#otherTags > limits.otherTags) throw new XmlLimitError();
    }
    return { tokens, at };
  }

  /** Reads a tag, a comment or the like with the text before it. Returns its end, or null: not received completely. */
  #readMarkup(text: string, start: number, before: string, tokens: XmlToken[]): number | null {
    const special = text[start + 1] === '!' || text[start + 1] === '?';
    const end = special ? findSpecialEnd(text, start) : findTagEnd(text, start + 1);
    if (end === null || end < 0) return null;
    if (before !== '') tokens.push({ kind: 'text', text: decodeEntities(before) });
    if (special) {
      if (text.startsWith('<![', start)) tokens.push({ kind: 'text', text: text.slice(start + 9, end - 3) });
      else this.#otherTags += 1;
      return end;
    }
    if (text[start + 1] === '/')
      this.#add(tokens, { kind: 'close', name: localName(text.slice(start + 2, end).trim()) });
    else {
      const isEmpty = text[end - 1] === '/';
      const inner = text.slice(start + 1, isEmpty ? end - 1 : end);
      const space = inner.search(/\s/);
      const name = localName(space < 0 ? inner : inner.slice(0, space));
      this.#add(tokens, { kind: 'open', name, attributes: space < 0 ? '' : inner.slice(space) });
      if (isEmpty) this.#add(tokens, { kind: 'close', name });
    }
    return end + 1;
  }

  #add(tokens: XmlToken[], token: XmlTag): void {
    if (this.#names.has(token.name)) tokens.push(token);
    else this.#otherTags += 1;
  }
}

/** Returns the position behind a comment, an instruction or CDATA. Null: not received yet. */
function findSpecialEnd(text: string, start: number): number | null {
  for (const [open, close] of skipped)
    if (text.startsWith(open, start)) {
      const end = text.indexOf(close, start + open.length);
      return end < 0 ? null : end + close.length;
    }
  if (text.startsWith('<![CDATA[', start)) {
    const end = text.indexOf(']]>', start);
    return end < 0 ? null : end + 3;
  }
  // The start of a comment or of CDATA may be cut.
  if (text.length - start < 9) return null;
  throw new XmlError('the document has a definition of its type');
}

/**
 * Splits XML into tokens while it arrives: texts, and the tags with these names. It holds at most one incomplete token,
 * and refuses definitions of a document type, so that no entity can grow.
 *
 * @throws {XmlError} if the document is damaged or has such a definition, and {XmlLimitError} if it has too many tags.
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  names: readonly string[],
): AsyncGenerator<readonly XmlToken[]> {
  const tokenizer = new Tokenizer(names);
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const { tokens, at } = tokenizer.take(rest);
    yield tokens;
    rest = rest.slice(at);
    if (rest.length > maxLength) throw new XmlError('a part of the document is too long');
  }
  if (rest.trim() !== '') throw new XmlError('the document is incomplete');
}
