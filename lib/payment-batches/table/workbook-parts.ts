import 'server-only';
import type { Entry } from 'yauzl';
import { fromBufferPromise } from 'yauzl';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { Problem } from '#lib/values/errors.ts';
import { batchLimits } from '../model/fields.ts';
import { readAttribute, readXml, XmlLimitError } from './xml-tokens.ts';

/** Limits against workbooks that unpack to a multiple of their size. */
const maxEntries = 1_000;
const maxPartBytes = 8 * 1024 * 1024;
export const maxSheetBytes = 160 * 1024 * 1024;
const maxStringsBytes = 64 * 1024 * 1024;
/** More than all fields of the most rows have. */
const maxStrings = 1_000_000;

const damaged = () => new Problem('invalid', tBatchProblems('file.notWorkbook'));
const tooLarge = () => new Problem('invalid', tBatchProblems('file.workbookTooLarge'));

/** The files of a workbook by their names. `read` unpacks one as text while it is read. */
export type WorkbookFiles = {
  readonly names: ReadonlySet<string>;
  readonly read: (name: string, maxBytes?: number) => AsyncIterable<string>;
};

/**
 * Opens the archive without unpacking anything.
 *
 * @throws Problem 'invalid' if it is no archive, is encrypted or has too many files.
 */
export async function openWorkbook(bytes: Uint8Array): Promise<WorkbookFiles> {
  // The old format of Excel, and workbooks with a password.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Problem('invalid', tBatchProblems('file.oldWorkbook'));
  const archive = await fromBufferPromise(Buffer.from(bytes), {
    lazyEntries: true,
    validateEntrySizes: true,
  }).catch(() => {
    throw damaged();
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of archive.eachEntry()) {
      if (entries.size >= maxEntries) throw tooLarge();
      if (entry.isEncrypted()) throw new Problem('invalid', tBatchProblems('file.oldWorkbook'));
      entries.set(entry.fileName, entry);
    }
  } catch (failure) {
    throw failure instanceof Problem ? failure : damaged();
  }
  async function* read(name: string, maxBytes = maxPartBytes): AsyncGenerator<string> {
    const entry = entries.get(name);
    if (entry === undefined) return;
    if (entry.uncompressedSize > maxBytes) throw tooLarge();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let size = 0;
    const stream = await archive.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw damaged();
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  }
  return { names: new Set(entries.keys()), read };
}

/** Turns failures of a damaged workbook into a message. Other failures stay. */
export async function* withWorkbookErrors<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (failure) {
    if (failure instanceof XmlLimitError) throw tooLarge();
    // yauzl and zlib throw plain errors.
    throw failure instanceof Problem ? failure : damaged();
  }
}

/** Returns the path of the first visible sheet, and the number of sheets. */
export async function findSheet(
  files: WorkbookFiles,
): Promise<{ readonly path: string; readonly count: number } | null> {
  const targets = new Map<string, string>();
  for await (const tokens of readXml(files.read('xl/_rels/workbook.xml.rels'), ['Relationship']))
    for (const token of tokens)
      if (token.kind === 'open') {
        const id = readAttribute(token.attributes, 'Id');
        const target = readAttribute(token.attributes, 'Target');
        if (id !== null && target !== null)
          targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`);
      }
  let first: string | null = null;
  let count = 0;
  for await (const tokens of readXml(files.read('xl/workbook.xml'), ['sheet']))
    for (const token of tokens)
      if (token.kind === 'open') {
        count += 1;
        const isVisible = (readAttribute(token.attributes, 'state') ?? 'visible') === 'visible';
        const path = targets.get(readAttribute(token.attributes, 'id') ?? '');
        if (isVisible && first === null && path !== undefined && files.names.has(path)) first = path;
      }
  return first === null ? null : { path: first, count };
}

/** Most characters of a text in the file, where one character may be written with seven, as in _x000D_. */
export const maxRawLength = batchLimits.cellLength * 7;

/** Characters that XML can’t hold are written as _x000D_. */
export const decodeCharacters = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * Reads the texts that cells refer to by their number. Each is decoded once, although many cells may refer to it. One that
 * is too long is cut to a length that is still refused where a cell refers to it.
 *
 * @throws Problem 'invalid' if there are more than the limit.
 */
export async function readSharedStrings(
  files: Pick<WorkbookFiles, 'read'>,
  limit = maxStrings,
): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // Phonetic hints repeat a part of the text.
  let isHint = false;
  const chunks = files.read('xl/sharedStrings.xml', maxStringsBytes);
  for await (const tokens of readXml(chunks, ['t', 'rPh', 'si', 'r', 'rPr']))
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (isText && !isHint && text.length <= maxRawLength)
          text += token.text.slice(0, maxRawLength + 1 - text.length);
      } else if (token.name === 't') isText = token.kind === 'open';
      else if (token.name === 'rPh') isHint = token.kind === 'open';
      else if (token.name === 'si') {
        if (token.kind === 'close') strings.push(decodeCharacters(text));
        if (strings.length > limit) throw tooLarge();
        text = '';
      }
    }
  return strings;
}

/** Built-in formats of dates and times (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));

/** Returns which cell styles show a number as a date. */
export async function readDateStyles(files: WorkbookFiles): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isInCells = false;
  for await (const tokens of readXml(files.read('xl/styles.xml'), ['cellXfs', 'numFmt', 'xf']))
    for (const token of tokens) {
      if (token.kind === 'text') continue;
      if (token.name === 'cellXfs') isInCells = token.kind === 'open';
      if (token.kind === 'close') continue;
      const id = Number(readAttribute(token.attributes, 'numFmtId') ?? '0');
      if (token.name === 'numFmt') codes.set(id, readAttribute(token.attributes, 'formatCode') ?? '');
      if (token.name === 'xf' && isInCells) styles.push(isBuiltInDate(id) || isDateCode(codes.get(id) ?? ''));
    }
  return styles;
}
