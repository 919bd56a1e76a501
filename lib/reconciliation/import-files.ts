import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lockMatches } from '#lib/statements/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { inspectStart } from './files/open-statement-file.ts';
import {
  countPersonMatches,
  countWaiting,
  deleteImportBytes,
  insertImport,
  insertImportChunk,
  lockImport,
  markRemoved,
  markWaiting,
  maximumWaiting,
} from './import-store.ts';
import { importLimits } from './model/choices.ts';
import { nameHeaders } from './model/columns.ts';
import { StatementFileError } from './model/entries.ts';
import { readReconciliationSettings, reconciliationSetting } from './reconciliation-setting.ts';
import { removeLinesOfFile } from './remove-lines.ts';
import { removalTimeoutMs } from './run-rules.ts';
import type {
  InspectedFile,
  inspectFileForm,
  removeImportForm,
  retryImportForm,
  startImportForm,
} from './schema.ts';

/** Column choices that a business keeps. */
const maximumColumns = 50;

/**
 * Reads the beginning of a file: its format, and for CSV its columns with the fields that they had before.
 *
 * @throws Problem 'not-found', 'forbidden', and 'invalid' for another file
 */
export async function inspectFile(
  context: Context<PersonActor>,
  input: z.output<typeof inspectFileForm>,
): Promise<InspectedFile> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const start = await inspectStart(Buffer.from(input.start, 'base64')).catch((failure) => {
    if (!(failure instanceof StatementFileError)) throw failure;
    throw new Problem('invalid', tReconciliationRefusals(`file.${failure.failure}`));
  });
  const { columns } = await readReconciliationSettings(businessId);
  const kept = columns.findLast(({ headers }) => headers === nameHeaders(start.headers));
  const { format, headers, sample } = start;
  const isSame = kept !== undefined && kept.mapping.columns.length === headers.length;
  const guessed = { columns: [...start.columns], currency: '', decimalSign: null, dayOrder: null };
  return { format, headers, sample, mapping: isSame ? kept.mapping : guessed };
}

/**
 * Starts the upload of a statement. Its parts follow with `addImportChunk`. The columns of a CSV file are kept.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid', and 'conflict' while too many files wait
 */
export async function startImport(
  context: Context<PersonActor>,
  input: z.output<typeof startImportForm>,
): Promise<{ readonly importId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { fileName, size, mapping, headers } = input;
  return inTransaction(async (transaction) => {
    // Rules and columns are one setting.
    if (mapping !== null) await lockMatches(transaction, businessId);
    const at = context.clock.now();
    if ((await countWaiting(transaction, businessId, at)) >= maximumWaiting)
      throw new Problem('conflict', tReconciliationRefusals('file.tooMany'));
    if (mapping !== null) {
      const settings = await readReconciliationSettings(businessId, transaction);
      const name = nameHeaders(headers);
      const others = settings.columns.filter((one) => one.headers !== name).slice(1 - maximumColumns);
      const columns = [...others, { headers: name, mapping }];
      await storeSetting(transaction, reconciliationSetting, { businessId }, { ...settings, columns });
    }
    const importId = await insertImport(transaction, {
      businessId,
      fileName,
      size,
      mapping,
      at,
      by: context.actor.personId,
    });
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.import',
      objectType: 'bank-import',
      objectId: importId,
      after: { fileName, size, ...(mapping !== null && { columns: mapping.columns }) },
    });
    return { importId };
  });
}

/**
 * Stores a part of a file. Parts have 1 MiB, the last one the rest. The last one makes the job read the file. A repeated
 * part is stored once. The audit entry of the upload covers its parts.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' for a part of the wrong size, 'conflict' after the last one
 */
export async function addImportChunk(
  context: Context<PersonActor>,
  input: {
    readonly businessId: string;
    readonly importId: string;
    readonly number: string;
    readonly body: Uint8Array<ArrayBuffer>;
  },
): Promise<{ readonly isComplete: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { importId, body } = input;
  const number = /^\d{1,3}$/.test(input.number) ? Number(input.number) : -1;
  return inTransaction(async (transaction) => {
    const key = { businessId, importId };
    const found = isUuid(importId) ? await lockImport(transaction, key) : null;
    if (found === null) throw new Problem('not-found', tReconciliationRefusals('file.notFound'));
    if (found.state !== 'uploading') throw new Problem('conflict', tReconciliationRefusals('file.complete'));
    if (found.createdBy !== context.actor.personId)
      throw new Problem('forbidden', tReconciliationRefusals('file.another'));
    const expected = Math.min(importLimits.chunkBytes, found.size - number * importLimits.chunkBytes);
    if (number < 0 || expected <= 0 || body.byteLength !== expected)
      throw new Problem('invalid', tReconciliationRefusals('file.chunk'));
    const isComplete = (await insertImportChunk(transaction, key, number, body)) === found.size;
    if (isComplete) {
      await markWaiting(transaction, key);
      await announce(transaction, { businessId, topics: ['bank'] });
      await writeAudit(transaction, context, {
        businessId,
        action: 'reconciliation.import',
        objectType: 'bank-import',
        objectId: importId,
        after: { complete: true },
      });
    }
    return { isComplete };
  });
}

/**
 * Reads a file again whose reading failed unexpectedly. It is imported with the rights of the person who uploaded it.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' for another file
 */
export async function retryImport(
  context: Context<PersonActor>,
  input: z.output<typeof retryImportForm>,
): Promise<{ readonly importId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { importId } = input;
  return inTransaction(async (transaction) => {
    const key = { businessId, importId };
    const found = await lockImport(transaction, key);
    if (found?.failure !== 'unexpected')
      throw new Problem('conflict', tReconciliationRefusals('file.notRetryable'));
    await markWaiting(transaction, key);
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.retry-import',
      objectType: 'bank-import',
      objectId: importId,
    });
    return { importId };
  });
}

/**
 * Removes the lines of a file that was imported by mistake, except those that another file contains. They stay stored. In a
 * closed period this becomes an adjustment.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' while it is read, or a person has matched a line of it
 */
export async function removeImport(
  context: Context<PersonActor>,
  input: z.output<typeof removeImportForm>,
): Promise<{ readonly removed: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { importId, reason } = input;
  return inTransaction(
    async (transaction) => {
      await lockMatches(transaction, businessId);
      const key = { businessId, importId };
      const found = await lockImport(transaction, key);
      if (found === null) throw new Problem('conflict', tReconciliationRefusals('file.notFound'));
      if (found.state !== 'done' && found.failure !== 'unexpected')
        throw new Problem('conflict', tReconciliationRefusals('file.waits'));
      if ((await countPersonMatches(transaction, key)) > 0)
        throw new Problem('conflict', tReconciliationRefusals('file.matched'));
      const removed = await removeLinesOfFile(transaction, key, {
        by: context.actor.personId,
        reason,
        at: context.clock.now(),
      });
      await deleteImportBytes(transaction, key);
      await markRemoved(transaction, key);
      await announce(transaction, { businessId, topics: ['bank'] });
      await writeAudit(transaction, context, {
        businessId,
        action: 'reconciliation.remove-import',
        objectType: 'bank-import',
        objectId: importId,
        after: { lines: removed, reason },
      });
      return { removed };
    },
    'read-committed',
    removalTimeoutMs,
  );
}
