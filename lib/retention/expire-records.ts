import 'server-only';
import { expirePrefix, writeAudit } from '#lib/audit/index.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDeliveries } from '#lib/events/index.ts';
import type { RecordChange } from '#lib/observations/index.ts';
import { applyEffects, listRemovals, lockRecords } from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { ActiveRule, RecordKind, RecordRule } from './pass-store.ts';
import {
  expireRecord,
  listActiveRules,
  listCandidates,
  lockExpiring,
  lockRetentionPass,
  storeProgress,
} from './pass-store.ts';

/** Each batch is one transaction, which holds up callbacks about its records. */
const batchSizes: Readonly<Record<RecordKind, number>> = {
  payment: 25,
  withdrawal: 25,
  case: 25,
  callback: 100,
};
/** The most batches of a rule in one run, so that one business doesn’t delay the others. */
const maximumBatches = 40;

const records = ['payments', 'deposits', 'refunds', 'withdrawals', 'callbacks'] as const;
const changedTopics = {
  payment: records,
  withdrawal: records,
  case: ['reviews'],
  callback: ['callbacks'],
} as const;

type BatchResult = { readonly expired: number; readonly retained: number; readonly isFinished: boolean };

/**
 * Removes the records whose retention time is over, in small batches from the oldest change on, and the beginning of logs. It
 * continues where it
 * stopped. After the last record it starts again a day later. Each batch that removes something has an entry in the audit
 * log, in the same transaction.
 */
export async function expireRecords(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  let [expired, retained] = [0, 0];
  for (const rule of await listActiveRules())
    for (let batches = 0; batches < maximumBatches && !signal.aborted; batches += 1) {
      const result = await expireBatch(context, rule);
      if (result === null) break;
      expired += result.expired;
      retained += result.retained;
      if (result.isFinished) break;
    }
  return { expired, retained };
}

/** Processes the next records of a rule. Returns null if none are due. */
const expireBatch = (context: Context<SystemActor>, rule: ActiveRule): Promise<BatchResult | null> =>
  inTransaction(async (transaction) => {
    const position = await lockRetentionPass(transaction, rule);
    if (position === null) return null;
    const { businessId, kind, years } = rule;
    if (kind === 'audit' || kind === 'sign-in') {
      const expired = await expirePrefix(transaction, context, businessId, years);
      const result = { expired, retained: 0, isFinished: expired === 0 };
      await storeProgress(transaction, rule, { last: null, ...result });
      return result;
    }
    const recordRule = { ...rule, kind };
    const batchSize = batchSizes[kind];
    const candidates = await listCandidates(transaction, recordRule, position, batchSize);
    const due = candidates.flatMap(({ id, obstacle }) => (obstacle === null ? [id] : []));
    const removed = await removeRecords(transaction, context, recordRule, due);
    const result = {
      expired: removed,
      retained: candidates.length - removed,
      isFinished: candidates.length < batchSize,
    };
    await storeProgress(transaction, rule, { last: candidates.at(-1) ?? null, ...result });
    return result;
  });

/** Returns the IDs of removed records and of their deposits. */
const listRecordIds = (removed: readonly string[], changes: readonly RecordChange[]): readonly string[] => [
  ...removed,
  ...changes.flatMap(({ kind, before }) =>
    kind === 'deposit' && before !== null ? [before.state.depositId] : [],
  ),
];

/** Removes these records, and adds an entry to the audit log that names them. Returns how many were removed. */
async function removeRecords(
  transaction: Transaction,
  context: Context<SystemActor>,
  rule: RecordRule,
  due: readonly string[],
): Promise<number> {
  const { businessId, kind, years } = rule;
  const isRecord = kind === 'payment' || kind === 'withdrawal';
  if (isRecord)
    await lockRecords(
      transaction,
      businessId,
      due.map((id) => toId<PaymentId | WithdrawalId>(id)),
    );
  const removals = isRecord ? await listRemovals(transaction, businessId, kind, due) : null;
  const removed: string[] = [];
  for (const recordId of await lockExpiring(transaction, rule, due))
    if ((await expireRecord(transaction, businessId, kind, recordId)) === null) removed.push(recordId);
  const changes = removed.flatMap((recordId) => removals?.get(recordId) ?? []);
  await applyEffects(toPlainTransaction(transaction), changes);
  if (isRecord) await deleteDeliveries(transaction, businessId, listRecordIds(removed, changes));
  if (removed.length === 0) return 0;
  await announce(transaction, { businessId, topics: changedTopics[kind] });
  await writeAudit(transaction, context, {
    businessId,
    action: 'retention.expire',
    objectType: 'business',
    objectId: businessId,
    after: { kind, years, count: removed.length, records: removed },
  });
  return removed.length;
}
