import 'server-only';
import { createHash } from 'node:crypto';
import { arrayBuffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { BusinessId } from '#lib/values/ids.ts';
import type { BookedEntry } from './model/booked.ts';
import type { JournalTarget } from './model/targets.ts';
import { splitEntries } from './model/targets.ts';
import type { JournalChoice } from './schema.ts';
import type { StatementBalances } from './writers/camt.ts';
import { writeCamt } from './writers/camt.ts';
import type { DatevInput } from './writers/datev.ts';
import { writeDatev } from './writers/datev.ts';
import { writeBeancount, writeDoubleEntryCsv, writeHledger } from './writers/plain-text.ts';
import { writeNetSuite, writeQuickBooks, writeXero, writeXeroBank } from './writers/tables.ts';

type FileInput = DatevInput & {
  readonly run: number;
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly balances: StatementBalances | null;
  readonly opened: readonly string[];
};

const writers = {
  datev: writeDatev,
  xero: writeXero,
  xeroBank: writeXeroBank,
  quickbooks: writeQuickBooks,
  netsuite: writeNetSuite,
  csv: writeDoubleEntryCsv,
  hledger: writeHledger,
  beancount: writeBeancount,
  camt: writeCamt,
} as const satisfies Record<JournalTarget, (input: FileInput) => Uint8Array>;

const extensions: Readonly<Partial<Record<JournalTarget, string>>> = {
  hledger: 'journal',
  beancount: 'beancount',
  camt: 'xml',
};

type NameInput = Pick<JournalChoice, 'target' | 'currency' | 'period'>;

/** DATEV reads only files whose name begins with EXTF_. */
function nameFile({ target, currency, period }: NameInput, run: number, part: string): string {
  const start = target === 'datev' ? 'EXTF_' : '';
  const days = period.text.replace('..', '-to-');
  // A header can't have every character of a currency.
  const code = currency.replaceAll(/[^\w.-]/g, '_');
  return `${start}journal-${run}-${code}-${days}${part}.${extensions[target] ?? 'csv'}`;
}

/** A file of a run, as its manifest has it. */
type WrittenFile = { readonly fileName: string; readonly entries: number; readonly sha256: string };

/**
 * Writes the file of a run. Where the target reads fewer entries than there are, it writes several numbered ones, and a ZIP archive of
 * them is the file of the run. The same input gives the same bytes.
 */
export async function writeFiles(
  choice: NameInput,
  { entries, ...input }: FileInput,
): Promise<{ readonly fileName: string; readonly body: Uint8Array; readonly files: readonly WrittenFile[] }> {
  const { target } = choice;
  const parts: readonly (readonly BookedEntry[])[] = splitEntries(target, entries);
  const written = parts.map((part, index) => {
    const body = writers[target]({ ...input, entries: part });
    const name = parts.length === 1 ? '' : `-${index + 1}-of-${parts.length}`;
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { body, file: { fileName: nameFile(choice, input.run, name), entries: part.length, sha256 } };
  });
  const files = written.map(({ file }) => file);
  const [first, ...others] = written;
  if (first === undefined) throw new RangeError('a run needs entries');
  if (others.length === 0) return { fileName: first.file.fileName, body: first.body, files };
  const archive = new ZipFile();
  for (const { body, file } of written)
    archive.addBuffer(Buffer.from(body), file.fileName, { mtime: input.createdAt });
  archive.end();
  const body = new Uint8Array(await arrayBuffer(archive.outputStream));
  return { fileName: nameFile(choice, input.run, '').replace(/\.[a-z]+$/, '.zip'), body, files };
}
