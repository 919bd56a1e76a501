import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { defaultTransactionTimeoutMs, inTransaction } from '#lib/database/transaction.ts';
import { tObservations } from '#lib/messages/callbacks.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import { releaseMessage } from '../quarantine/release-message.ts';
import type { ValueDifference } from '../rebuild/rebuild-records.ts';
import { isSeeded, rebuildPayments, rebuildWithdrawals } from '../rebuild/rebuild-records.ts';
import { countCallbacks } from '../rebuild/record-queries.ts';
import type { QueryFunction } from '../rebuild/verify-queries.ts';
import { queryPool, queryWithin, runInSnapshot } from '../rebuild/verify-queries.ts';
import type { Verdict } from '../store/inbox.ts';
import { isEffective, storeMessageVerdict } from '../store/inbox.ts';
import { findMessage, updateReadMessage } from '../store/quarantined-messages.ts';
import { ConcurrentUpdateError, lockRecords } from '../store/record-locks.ts';
import { listRecordsToLock, rewritePayment, rewriteWithdrawal } from '../store/rewrite-records.ts';
import type { MessageSelection, ReprocessPosition, StoredCallback } from './reprocess-queries.ts';
import { listCandidates } from './reprocess-queries.ts';

const maxMs = 10 * 60_000;
/** The time to rebuild one deposit on a slow, busy machine, several times over. */
const msPerDeposit = 5;

/**
 * Returns the time budget for rebuilding a payment, in milliseconds. Its callbacks are asked to retry during that
 * time. A payment with tens of thousands of deposits takes longer than a request may.
 */
const calculateRebuildBudgetMs = (deposits: number): number =>
  Math.min(defaultTransactionTimeoutMs + deposits * msPerDeposit, maxMs);

/**
 * Returns the time budget for reprocessing a message. Undoing a callback rebuilds its payment, which has at most one
 * deposit per callback.
 */
async function calculateReprocessBudgetMs(businessId: BusinessId, message: StoredCallback): Promise<number> {
  const { paymentId } = parseCallbackBody({ businessId, ...message });
  if (paymentId === null || !isEffective(message.verdict)) return defaultTransactionTimeoutMs;
  const counts = await countCallbacks(queryPool, businessId, [paymentId]);
  // Once to find the records to lock, and once under the locks.
  return calculateRebuildBudgetMs((counts.get(paymentId) ?? 0) * 2);
}

/** A change by reprocessing: a value of a record, or the verdict of a message. It contains no risk detail. */
export type ReprocessDifference = ValueDifference & { readonly record: string };

export type VerdictChange = {
  readonly messageId: MessageId;
  readonly revision: number;
  readonly verdictBefore: string;
  readonly verdict: Verdict;
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
};

/** A rewritten record, with those of its deposits that nothing reports any more. */
export type RecordRemake = { readonly record: string; readonly removed: readonly string[] };

export type ReprocessInput = {
  readonly businessId: BusinessId;
  readonly selection: MessageSelection;
  readonly place: ReprocessPosition | null;
  readonly limit: number;
  readonly now: number;
  /** Called in the transaction of each change, to audit it. Null for a dry run, which stores nothing. */
  readonly apply: ((transaction: Transaction, change: VerdictChange | RecordRemake) => Promise<void>) | null;
  /** Describes a failure to skip. Failures are thrown when this is missing or returns null. */
  readonly describeFailure?: (failure: unknown) => string | null;
};

export type ReprocessResult = {
  readonly seen: number;
  readonly differences: readonly ReprocessDifference[];
  /** The position of the next batch. Null after the last one. */
  readonly place: ReprocessPosition | null;
};

/**
 * Reprocesses the next stored messages by the present code and settings. Applies or quarantines those whose verdict
 * changes, and rebuilds their records and those of the selected answers, each in its own transaction. A dry run
 * compares in one snapshot and rolls back each change.
 */
export function reprocessMessages(input: ReprocessInput): Promise<ReprocessResult> {
  return input.apply === null
    ? runInSnapshot((select) => reprocess(input, select))
    : reprocess(input, queryPool);
}

async function reprocess(input: ReprocessInput, select: QueryFunction): Promise<ReprocessResult> {
  const { businessId, selection, place, limit } = input;
  const candidates = await listCandidates(select, businessId, selection, place, limit);
  const differences: ReprocessDifference[] = [];
  const payments = new Set<PaymentId>();
  const withdrawals = new Set<WithdrawalId>();
  for (const candidate of candidates) {
    const { message } = candidate;
    if (message === null) {
      payments.add(candidate.paymentId);
      continue;
    }
    const parsed = parseCallbackBody({ businessId, ...message });
    const isApplied = isEffective(message.verdict);
    const reassess = () => reassessMessage(input, message);
    if (isApplied === (parsed.kind === 'doubtful'))
      differences.push(...(await withSkip(input, `callback ${message.id}`, reassess)));
    else if (isApplied && parsed.kind === 'deposit') payments.add(parsed.paymentId);
    else if (isApplied && parsed.kind === 'withdrawal') withdrawals.add(parsed.withdrawalId);
  }
  differences.push(...(await rewritePayments(input, select, [...payments])));
  differences.push(...(await rewriteWithdrawals(input, select, [...withdrawals])));
  const last = candidates.at(-1)?.place ?? null;
  return { seen: candidates.length, differences, place: candidates.length === limit ? last : null };
}

const maxTries = 3;

/** Reports a failing record as a difference, so it stops none of the others. Retries after concurrent updates. */
async function withSkip(
  { describeFailure }: ReprocessInput,
  record: string,
  work: () => Promise<readonly ReprocessDifference[]>,
): Promise<readonly ReprocessDifference[]> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof ConcurrentUpdateError && tries < maxTries) continue;
      const reason = describeFailure?.(failure) ?? null;
      if (reason === null) throw failure;
      const rebuilt = tObservations('reprocess.failed', { reason });
      return [{ record, path: '', held: tObservations('reprocess.unchanged'), rebuilt }];
    }
}

/** Compares many records at once, or each alone if one of them fails. */
async function withSkipOfEach<Id extends string>(
  input: ReprocessInput,
  kind: 'payment' | 'withdrawal',
  ids: readonly Id[],
  work: (some: readonly Id[]) => Promise<readonly ReprocessDifference[]>,
): Promise<readonly ReprocessDifference[]> {
  const [only] = ids;
  if (only === undefined) return [];
  if (ids.length === 1) return withSkip(input, `${kind} ${only}`, () => work(ids));
  try {
    return await work(ids);
  } catch (failure) {
    if (!(failure instanceof ConcurrentUpdateError) && (input.describeFailure?.(failure) ?? null) === null)
      throw failure;
  }
  const found: ReprocessDifference[] = [];
  for (const id of ids) found.push(...(await withSkipOfEach(input, kind, [id], work)));
  return found;
}

const rewritePayments = (input: ReprocessInput, select: QueryFunction, ids: readonly PaymentId[]) =>
  withSkipOfEach(input, 'payment', ids, async (some) => {
    const { businessId, now } = input;
    const found: ReprocessDifference[] = [];
    for (const one of await rebuildPayments(select, businessId, some)) {
      const { paymentId, stored, differences } = one;
      if (differences.length === 0 || isSeeded(stored.payment?.state.registers)) continue;
      const record = `payment ${paymentId}`;
      // Finds the records to lock before the transaction, which checks them again.
      const locked = input.apply === null ? [] : await listRecordsToLock(select, businessId, paymentId, one);
      const timeoutMs = calculateRebuildBudgetMs(one.deposits.length);
      const parts = await runChange(
        input,
        record,
        { compared: differences, timeoutMs },
        async (transaction) => {
          await lockRecords(transaction, businessId, locked);
          return rewritePayment(transaction, businessId, paymentId, now, locked);
        },
      );
      found.push(...hideRiskDetail(record, parts));
    }
    return found;
  });

const rewriteWithdrawals = (input: ReprocessInput, select: QueryFunction, ids: readonly WithdrawalId[]) =>
  withSkipOfEach(input, 'withdrawal', ids, async (some) => {
    const { businessId, now } = input;
    const found: ReprocessDifference[] = [];
    for (const { withdrawalId, stored, differences } of await rebuildWithdrawals(select, businessId, some)) {
      if (differences.length === 0 || isSeeded(stored?.state.registers)) continue;
      const record = `withdrawal ${withdrawalId}`;
      const parts = await runChange(input, record, { compared: differences }, (transaction) =>
        rewriteWithdrawal(transaction, businessId, withdrawalId, now),
      );
      found.push(...hideRiskDetail(record, parts));
    }
    return found;
  });

/** Returns the deposits that a rewritten record no longer has. */
const listRemoved = (parts: readonly ValueDifference[]): readonly string[] =>
  parts.flatMap(({ path, rebuilt }) => {
    const [, depositId] = /^deposits\.([^.]+)$/.exec(path) ?? [];
    return depositId !== undefined && rebuilt === 'null' ? [depositId] : [];
  });

/** Rewrites a record in a transaction. A dry run has compared it already and needs no locks. */
async function runChange(
  { apply }: ReprocessInput,
  record: string,
  { compared, timeoutMs }: { readonly compared: readonly ValueDifference[]; readonly timeoutMs?: number },
  rewrite: (transaction: Transaction) => Promise<readonly ValueDifference[]>,
): Promise<readonly ValueDifference[]> {
  if (apply === null) return compared;
  const work = async (transaction: Transaction) => {
    const parts = await rewrite(transaction);
    if (parts.length > 0) await apply(transaction, { record, removed: listRemoved(parts) });
    return parts;
  };
  return inTransaction(work, 'read-committed', timeoutMs);
}

/** Rolls back the transaction of a dry run, or of an unchanged message, and carries its differences. */
class RolledBack extends Error {
  readonly parts: readonly ReprocessDifference[];
  constructor(parts: readonly ReprocessDifference[]) {
    super('transaction rolled back');
    this.parts = parts;
  }
}

async function reassessMessage(
  input: ReprocessInput,
  message: StoredCallback,
): Promise<readonly ReprocessDifference[]> {
  const { businessId, apply } = input;
  try {
    const timeoutMs = await calculateReprocessBudgetMs(businessId, message);
    const work = async (transaction: Transaction) => {
      const reassessment = isEffective(message.verdict)
        ? await withdraw(transaction, input, message)
        : await release(transaction, businessId, message);
      if (reassessment === null) throw new RolledBack([]);
      const { change, parts } = reassessment;
      const record = `callback ${message.id}`;
      const { verdict: rebuilt, verdictBefore: held } = change;
      const all = [{ record, path: 'verdict', held, rebuilt }, ...parts];
      if (apply === null) throw new RolledBack(all);
      await apply(transaction, change);
      return all;
    };
    return await inTransaction(work, 'read-committed', timeoutMs);
  } catch (error) {
    if (error instanceof RolledBack) return error.parts;
    throw error;
  }
}

type Reassessment = { readonly change: VerdictChange; readonly parts: readonly ReprocessDifference[] };

/**
 * Releases a message with no reasons left. Returns null if there are some, or if a person has decided in the
 * meantime.
 */
async function release(
  transaction: Transaction,
  businessId: BusinessId,
  message: StoredCallback,
): Promise<Reassessment | null> {
  const quarantined = { businessId, messageId: message.id, revision: message.revision };
  const released = await releaseMessage(transaction, quarantined, message.accepted);
  if (released.kind !== 'released') return null;
  const { paymentId } = released;
  const record = paymentId === null ? `the record of callback ${message.id}` : `payment ${paymentId}`;
  const held = tObservations('reprocess.withoutCallback');
  const rebuilt = tObservations('reprocess.withCallback');
  return {
    change: { messageId: message.id, ...released },
    parts: [{ record, path: '', held: held, rebuilt }],
  };
}

/** Quarantines an applied message that is unreadable today. */
async function withdraw(
  transaction: Transaction,
  { businessId, now }: ReprocessInput,
  { id, kind, body, accepted }: StoredCallback,
): Promise<Reassessment | null> {
  const parsed = parseCallbackBody({ businessId, kind, body, accepted });
  const stored = await findMessage(transaction, businessId, id, { locked: false });
  // The message may have named them readably when it arrived.
  const paymentId = parsed.paymentId ?? stored?.paymentId ?? null;
  const subjectId = parsed.subjectId ?? stored?.subjectId ?? null;
  const subjectIds = [paymentId, subjectId].filter((one) => one !== null);
  const recordsToLock =
    paymentId === null ? [] : await listRecordsToLock(queryWithin(transaction), businessId, paymentId);
  // All locks are taken at once, before the row lock, as another delivery of it does.
  const locked = [id, ...subjectIds, ...recordsToLock];
  await lockRecords(transaction, businessId, locked);
  const message = await findMessage(transaction, businessId, id, { locked: true });
  if (message === null || !isEffective(message.verdict) || parsed.kind !== 'doubtful') return null;
  const { clientPaymentId, reasons } = parsed;
  const verdict = 'quarantined';
  await updateReadMessage(transaction, businessId, message, { verdict, accepted, subjectId, paymentId });
  await storeMessageVerdict(transaction, id, verdict, reasons);
  const parts =
    kind === 'withdrawal' && subjectId !== null
      ? await rewriteWithdrawal(transaction, businessId, toId<WithdrawalId>(subjectId), now)
      : paymentId === null
        ? []
        : await rewritePayment(transaction, businessId, paymentId, now, locked);
  const record = paymentId === null ? `withdrawal ${subjectId}` : `payment ${paymentId}`;
  return {
    change: {
      messageId: id,
      revision: message.revision + 1,
      verdictBefore: message.verdict,
      verdict,
      paymentId,
      clientPaymentId,
    },
    parts: hideRiskDetail(record, parts),
  };
}

/** Hides risk detail from the log of differences. Only the fact of a difference is logged. */
const hideRiskDetail = (record: string, parts: readonly ValueDifference[]): ReprocessDifference[] =>
  parts.map(({ path, held, rebuilt }) => {
    const isRisky = path.split('.').some((name) => name === 'risk' || isRiskField(name));
    if (!isRisky && !/"risk":/.test(`${held}${rebuilt}`)) return { record, path, held, rebuilt };
    const hidden = tObservations('reprocess.riskDetail');
    return { record, path, held: hidden, rebuilt: hidden };
  });
