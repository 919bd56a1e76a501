import 'server-only';
import { detectSeparator } from '#lib/payment-batches/index.ts';
import type { FileSeparator } from '#lib/payment-batches/model/fields.ts';
import { separators } from '#lib/payment-batches/model/fields.ts';
import type { ColumnMapping } from '../model/columns.ts';
import { areColumnsComplete, guessColumns } from '../model/columns.ts';
import type { BankFormat, ReadItem } from '../model/entries.ts';
import { StatementFileError } from '../model/entries.ts';
import { readCamt } from './read-camt.ts';
import type { CsvRow } from './read-csv-entries.ts';
import { detectCsvReading, findHeaderRow, readCsvEntries, streamCsv } from './read-csv-entries.ts';
import { readMt940 } from './read-mt940.ts';

/** Reads the bytes of a file from its beginning, in parts. */
type ReadBytes = () => AsyncIterable<Uint8Array>;

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte);

/** Returns the encoding that a byte order mark, zero bytes or the first line of XML show, or null. */
function findStatedEncoding(start: Uint8Array): string | null {
  if (startsWith(start, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(start, 0xfe, 0xff)) return 'utf-16be';
  if (startsWith(start, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (start.length > 3 && start[0] === 0) return 'utf-16be';
  if (start.length > 3 && start[1] === 0) return 'utf-16le';
  const head = new TextDecoder('latin1').decode(start.subarray(0, 200));
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? null;
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new StatementFileError('encoding');
  }
}

async function isUtf8(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = createDecoder('utf-8');
  try {
    for await (const part of bytes) decoder.decode(part, { stream: true });
    decoder.decode();
    return true;
  } catch (failure) {
    if (failure instanceof TypeError) return false;
    throw failure;
  }
}

/** @throws {StatementFileError} for bytes that aren't text in this encoding */
async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  const read = (part?: Uint8Array): string => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
    } catch {
      throw new StatementFileError('encoding');
    }
  };
  for await (const part of bytes) {
    const text = read(part);
    if (text.includes('\u0000')) throw new StatementFileError('encoding');
    yield text;
  }
  yield read();
}

/** Characters by which the format and the separator are detected. */
const inspected = 64 * 1024;

function findFormat(start: string): BankFormat {
  if (/^\s*</.test(start)) return 'camt';
  return /^\s*(\{\d:|:20:)/m.test(start.slice(0, 2_000)) ? 'mt940' : 'csv';
}

async function readStart(text: AsyncIterable<string>): Promise<string> {
  let start = '';
  for await (const part of text) {
    start += part;
    if (start.length >= inspected) break;
  }
  return start.slice(0, inspected);
}

async function detect(readBytes: ReadBytes) {
  let head: Uint8Array = new Uint8Array();
  for await (const part of readBytes()) {
    head = Buffer.concat([head, part]);
    if (head.length >= 200) break;
  }
  const stated = findStatedEncoding(head);
  const encoding = stated ?? ((await isUtf8(readBytes())) ? 'utf-8' : 'windows-1252');
  const readText = () => decode(readBytes(), encoding);
  const start = await readStart(readText());
  if (start.trim() === '') throw new StatementFileError('empty');
  return { encoding, readText, start, format: findFormat(start) };
}

async function readRows(start: string, separator: FileSeparator): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  const text = async function* () {
    yield start;
  };
  try {
    for await (const row of streamCsv(text(), separator)) {
      rows.push(row);
      if (rows.length > inspectedRows) break;
    }
  } catch (failure) {
    // The last value of the beginning may be cut.
    if (!(failure instanceof StatementFileError)) throw failure;
  }
  return rows;
}

/** Rows by which the column names are found. */
const inspectedRows = 40;

/** Returns the separator that gives columns with a day and an amount, because rows before them may have other columns. */
async function chooseSeparator(start: string): Promise<FileSeparator> {
  for (const separator of separators) {
    const header = findHeaderRow(await readRows(start, separator));
    if (header !== null && areColumnsComplete(guessColumns(header.cells))) return separator;
  }
  return detectSeparator(start);
}

/** The beginning of a statement file. */
export type FileStart = {
  readonly format: BankFormat;
  /** The column names and first rows of a CSV file. */
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly columns: ColumnMapping['columns'];
};

const sampleRows = 4;

/** Leaves out the last row of a sample, because a character in it may be cut. */
function cutAtRow(bytes: Uint8Array): Uint8Array {
  if (bytes.length < inspected) return bytes;
  const end = bytes.lastIndexOf(0x0a);
  // A row of UTF-16 ends with a further byte.
  return end < 0 ? bytes : bytes.subarray(0, bytes[end + 1] === 0 ? end + 2 : end + 1);
}

/** Inspects the first bytes of a file. @throws {StatementFileError} where they aren't a statement */
export async function inspectStart(bytes: Uint8Array): Promise<FileStart> {
  const readBytes = async function* () {
    yield cutAtRow(bytes);
  };
  const { start, format } = await detect(readBytes);
  if (format !== 'csv') return { format, headers: [], sample: [], columns: [] };
  const rows = await readRows(start, await chooseSeparator(start));
  const header = findHeaderRow(rows);
  if (header === null) throw new StatementFileError('empty');
  const headers = header.cells.map((cell) => cell.trim().slice(0, 100));
  return {
    format,
    headers,
    columns: guessColumns(headers),
    sample: rows
      .filter(({ number }) => number > header.number)
      .slice(0, sampleRows)
      .map(({ cells }) => headers.map((_header, at) => (cells[at] ?? '').slice(0, 100))),
  };
}

/**
 * Opens a statement file. Each call of `readItems` reads it from its beginning.
 *
 * @throws {StatementFileError} where it can't be read as a whole
 */
export async function openStatementFile(
  readBytes: ReadBytes,
  { mapping, timeZone }: { readonly mapping: ColumnMapping | null; readonly timeZone: string },
): Promise<{ readonly format: BankFormat; readonly readItems: () => AsyncIterable<ReadItem> }> {
  const { readText, start, format } = await detect(readBytes);
  if (format === 'camt') return { format, readItems: () => readCamt(readText(), { timeZone }) };
  if (format === 'mt940') return { format, readItems: () => readMt940(readText()) };
  if (mapping === null) throw new StatementFileError('columns');
  const separator = await chooseSeparator(start);
  const reading = await detectCsvReading(readText(), separator, mapping);
  const terms = { ...reading, currency: mapping.currency, timeZone };
  return { format, readItems: () => readCsvEntries(readText(), separator, mapping, terms) };
}
