import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { acquireSlot, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readAcceptedTerms } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems, tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { readDefaultTerms, releaseExpiredApprovals } from '#lib/payments/index.ts';
import { watchClient } from '#lib/platform/close-connection.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { checkTableRow } from './check-row.ts';
import { guessMapping } from './model/column-names.ts';
import type { Corrections } from './model/corrections.ts';
import { keepCorrections } from './model/corrections.ts';
import type { BatchField, RowValues } from './model/fields.ts';
import { batchLimits, findMissingFields, findRepeatedField } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import { createDecimalSignDetector } from './model/file-amount.ts';
import { createMinimumWarnings } from './model/minimum-warning.ts';
import type { NewRow } from './row-store.ts';
import { insertRows, listCorrections } from './row-store.ts';
import type { BatchId, checkRowsForm } from './schema.ts';
import type { BatchKey } from './store.ts';
import {
  addBatchAuthor,
  beginCheck,
  endCheck,
  findMapping,
  lockBatch,
  longTransactionMs,
  readFile,
} from './store.ts';
import type { StoredBatch } from './stored-batch.ts';
import { openTableInThread } from './table/open-table-in-thread.ts';
import type { Table } from './table/read-table.ts';
import type { TableRow } from './table/read-workbook.ts';

/**
 * Reads all rows of a file and returns the decimal sign that its amounts show, or null if a person has to decide.
 * Numbers of a workbook show nothing, because it stores no sign with them.
 */
async function findDecimalSign(
  rows: Table['rows'],
  mapping: readonly (BatchField | '')[],
): Promise<DecimalSign | null> {
  const column = mapping.indexOf('amount');
  const detector = createDecimalSignDetector();
  for await (const { cells } of rows) {
    const cell = cells[column];
    if (cell !== undefined && cell.isNumber !== true && cell.problem === undefined) detector.add(cell.text);
  }
  return detector.decide();
}

/** Rows of one transaction. */
const rowsPerInsert = 1_000;
/** Rows that are checked before other requests have a turn. */
const rowsPerTurn = 100;

/** Identifies files with the same column names. */
export const headerSignature = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map((header) => header.trim().toLowerCase())))
    .digest('hex');

/** Returns the initial values of fields without a column. */
function initialDefaults(): RowValues {
  const { type, rateType } = readDefaultTerms();
  return { type, rateType, expirationMinutes: '30', locale: 'en', redirectMode: 'PARENT' };
}

/** @throws Problem 'conflict' if its rows can't be checked any more. */
function requireUnconfirmed(batch: StoredBatch | null): StoredBatch {
  if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
  if (batch.state === 'uploading') throw new Problem('conflict', tBatchProblems('upload.incomplete'));
  if (batch.state !== 'uploaded' && batch.state !== 'checked')
    throw new Problem('conflict', tBatchProblems('verbs.confirmed'));
  return batch;
}

type Choice = { readonly mapping: readonly (BatchField | '')[]; readonly defaults: RowValues };

/** Returns the person's choices for the columns, those for an earlier file with the same columns, or a guess. */
async function chooseColumns(
  { businessId }: BatchKey,
  headers: readonly string[],
  input: Pick<z.output<typeof checkRowsForm>, 'mapping' | 'defaults'>,
): Promise<Choice> {
  const remembered = input.mapping === null ? await findMapping(businessId, headerSignature(headers)) : null;
  const mapping = input.mapping ?? remembered?.mapping ?? guessMapping(headers);
  if (mapping.length !== headers.length) throw new Problem('invalid', tBatchProblems('mapping.length'));
  if (findRepeatedField(mapping) !== null) throw new Problem('invalid', tBatchProblems('mapping.repeated'));
  return { mapping, defaults: input.defaults ?? { ...initialDefaults(), ...remembered?.defaults } };
}

/** Returns the decimal sign of the file’s amounts as the rows show it, or null to ask. */
async function findSignOfAmounts(
  key: BatchKey,
  table: Table,
  input: z.output<typeof checkRowsForm>,
): Promise<DecimalSign | null> {
  const { mapping } = await chooseColumns(key, table.headers, input);
  return findDecimalSign(table.rows, mapping);
}

/** Takes the first rows, which the page shows as they are in the file. */
async function takeSample(rows: Table['rows']): Promise<readonly TableRow[]> {
  const sample: TableRow[] = [];
  while (sample.length < batchLimits.sampleRows) {
    const next = await rows.next();
    if (next.done) break;
    sample.push(next.value);
  }
  return sample;
}

type CheckResult = {
  readonly batchId: BatchId;
  /** The choices that a person has to make before the rows are checked. */
  readonly missing: string | null;
  /** Rows whose corrections the values of the file have replaced. */
  readonly dropped: number;
};

/**
 * Reads the file, chooses its columns and checks every row. It replaces an earlier check. Corrections stay while the
 * columns of their fields do. If a needed field or the decimal sign can't be detected, it stores the columns only, so that
 * the page can ask for it. A person's checks run one after the other.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' if the file can't be read, 'conflict' after the confirmation,
 * 'throttled' while too many checks of the person wait, 'unavailable' when the client has left.
 */
export async function checkRows(
  context: Context<PersonActor>,
  input: z.output<typeof checkRowsForm>,
): Promise<CheckResult> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  // A person who has left needs no check, and the next one of the same person can begin.
  const left = watchClient();
  const release = await acquireSlot('check', context.actor.personId, left);
  try {
    return await checkFile(context, { businessId, batchId: input.batchId }, input, left);
  } finally {
    release();
  }
}

async function checkFile(
  context: Context<PersonActor>,
  key: BatchKey,
  input: z.output<typeof checkRowsForm>,
  left: AbortSignal | undefined,
): Promise<CheckResult> {
  const { source } = await inTransaction(async (transaction) =>
    requireUnconfirmed(await lockBatch(transaction, key)),
  );
  const bytes = await readFile(key);
  const table = await openTableInThread(bytes, source, input, left);
  try {
    if (input.decimalSign !== null) return await checkTable(context, key, input, table);
    // All rows decide how each is read, so that the file is read twice.
    const decimalSign = await findSignOfAmounts(key, table, input);
    return await checkTable(context, key, { ...input, decimalSign }, await table.openAgain());
  } finally {
    await table.end();
  }
}

async function checkTable(
  context: Context<PersonActor>,
  key: BatchKey,
  input: z.output<typeof checkRowsForm>,
  table: Table,
): Promise<CheckResult> {
  const { businessId } = key;
  const revision = randomUUID();
  const sample = await takeSample(table.rows);
  if (sample.length === 0) throw new Problem('invalid', tBatchProblems('file.noRows'));
  const choice = await chooseColumns(key, table.headers, input);
  const { encoding, separator, headers } = table;
  const missing = nameMissingFields(choice);
  const { decimalSign } = input;
  // The rows of the earlier check stay.
  if (missing !== null && input.mapping !== null) throw new Problem('invalid', missing);
  const corrections = await inTransaction(async (transaction) => {
    const before = requireUnconfirmed(await lockBatch(transaction, key));
    const reading = { encoding, separator, mapping: choice.mapping };
    const remaining = keepCorrections(await listCorrections(transaction, key), before, reading);
    const file = {
      encoding,
      separator,
      headers,
      ...choice,
      decimalSign,
      sample: sample.map(({ cells }) => headers.map((_header, at) => storableText(cells[at]?.text ?? ''))),
    };
    await releaseExpiredApprovals(transaction, businessId, context.clock.now());
    await beginCheck(transaction, key, revision, file, remaining.kept);
    await addBatchAuthor(transaction, key, context.actor.personId);
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.check',
      objectType: 'payment-batch',
      objectId: key.batchId,
      after: { encoding, separator, decimalSign, mapping: choice.mapping, defaults: choice.defaults },
    });
    return remaining;
  });
  const { kept, dropped } = corrections;
  if (missing !== null) return { batchId: key.batchId, missing, dropped };
  if (decimalSign === null)
    return { batchId: key.batchId, missing: tBatchProblems('mapping.decimalSign'), dropped };
  const reading = { ...choice, decimalSign };
  const rowCount = await storeRows(context, key, revision, { sample, table, reading, corrections: kept });
  await finishCheck(key, revision, { rowCount, notes: [...table.notes] });
  return { batchId: key.batchId, missing: null, dropped };
}

/** Returns a text with the fields that neither a column nor a default provides, or null. */
function nameMissingFields({ mapping, defaults }: Choice): string | null {
  const missing = findMissingFields(mapping, defaults);
  if (missing.length === 0) return null;
  const fields = missing.map((field) => tPaymentBatches(`fields.${field}`)).join(', ');
  return tBatchProblems('mapping.missing', { fields });
}

const changed = () => new Problem('conflict', tBatchProblems('verbs.changed'));

async function storeRows(
  context: Context<PersonActor>,
  key: BatchKey,
  revision: string,
  {
    sample,
    table,
    reading,
    corrections,
  }: {
    sample: readonly TableRow[];
    table: Table;
    reading: Choice & { readonly decimalSign: DecimalSign };
    corrections: Corrections;
  },
): Promise<number> {
  const accepted = await readAcceptedTerms(context, key.businessId);
  const { minimums } = await readMinimumsView(context, key.businessId);
  const findMinimumWarning = createMinimumWarnings(accepted, minimums);
  const { decimalSign } = reading;
  const terms = { businessId: key.businessId, accepted, findMinimumWarning, decimalSign };
  /** The first row with each client payment ID. */
  const first = new Map<string, number>();
  const check = (row: TableRow): NewRow => {
    const corrected = corrections.get(row.number);
    const checked = checkTableRow(row, reading, terms, corrected);
    const id = checked.values.clientPaymentId ?? '';
    const duplicateOf = id === '' ? null : (first.get(id) ?? null);
    if (id !== '' && duplicateOf === null) first.set(id, row.number);
    return { ...checked, duplicateOf, corrections: corrected ?? null };
  };
  let [pending, count] = [sample.map(check), 0];
  const store = async () => {
    if (pending.length === 0) return;
    const isStored = await inTransaction(
      (transaction) => insertRows(transaction, key, revision, pending),
      'read-committed',
      longTransactionMs,
    );
    if (!isStored) throw changed();
    count += pending.length;
    pending = [];
  };
  for await (const row of table.rows) {
    pending.push(check(row));
    if (pending.length % rowsPerTurn === 0) await nextTurn();
    if (pending.length >= rowsPerInsert) await store();
  }
  await store();
  return count;
}

async function finishCheck(
  key: BatchKey,
  revision: string,
  result: Parameters<typeof endCheck>[3],
): Promise<void> {
  await inTransaction(
    async (transaction) => {
      if (!(await endCheck(transaction, key, revision, result))) throw changed();
      await announce(transaction, { businessId: key.businessId, topics: ['batches'] });
    },
    'read-committed',
    longTransactionMs,
  );
}
