import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readReceived } from '../parse/read-received.ts';
import { releaseMessage } from '../quarantine/release-message.ts';
import type { Part } from '../rebuild/rebuild-records.ts';
import { isMadeUp, rebuildPayments, rebuildWithdrawals } from '../rebuild/rebuild-records.ts';
import type { Select } from '../rebuild/verify-queries.ts';
import { fromPool, inSnapshot, within } from '../rebuild/verify-queries.ts';
import type { Verdict } from '../store/inbox.ts';
import { isEffective, judgeMessage } from '../store/inbox.ts';
import { findMessage, rereadMessage } from '../store/quarantined-messages.ts';
import { ConcurrentUpdateError, lockRecords } from '../store/record-locks.ts';
import { recordsOfPayment, rewritePayment, rewriteWithdrawal } from '../store/rewrite-records.ts';
import type { ReprocessPlace, Selection, StoredCallback } from './reprocess-queries.ts';
import { candidatesAfter } from './reprocess-queries.ts';
import { budgetForDeposits, budgetForMessage } from './time-budget.ts';

/** What is, or would be, another under today's code: a part of a record, or a message's verdict. No risk detail. */
export type ReprocessDifference = Part & { readonly record: string };

/** A message whose verdict became another. */
export type VerdictChange = {
  readonly messageId: MessageId;
  readonly revision: number;
  readonly verdictBefore: string;
  readonly verdict: Verdict;
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
};

export type ReprocessInput = {
  readonly businessId: BusinessId;
  readonly selection: Selection;
  readonly place: ReprocessPlace | null;
  readonly limit: number;
  readonly now: number;
  /** Null: a dry run, of which nothing is kept. Else called in the transaction of each change, to write it down. */
  readonly apply:
    | ((transaction: Transaction, change: VerdictChange | { record: string }) => Promise<void>)
    | null;
  /** What to say of a message or record that can't be processed; null, as where this is missing: it is thrown. */
  readonly skips?: (failure: unknown) => string | null;
};

export type ReprocessResult = {
  readonly seen: number;
  readonly differences: readonly ReprocessDifference[];
  /** Where to go on; null: there are no more. */
  readonly place: ReprocessPlace | null;
};

/**
 * Reads the next stored messages by today's code and settings: what waits in quarantine and can be read now is applied,
 * what can't be believed any more goes there, and the records of all of them, and of the answers among them, are made anew
 * from all that is stored. Each record is a transaction of its own. A dry run compares at one moment, whatever comes in
 * meanwhile; what it would do to a message is done and rolled back.
 */
export function reprocessMessages(given: ReprocessInput): Promise<ReprocessResult> {
  return given.apply === null ? inSnapshot((select) => reprocess(given, select)) : reprocess(given, fromPool);
}

async function reprocess(given: ReprocessInput, select: Select): Promise<ReprocessResult> {
  const { businessId, selection, place, limit } = given;
  const candidates = await candidatesAfter(select, businessId, selection, place, limit);
  const differences: ReprocessDifference[] = [];
  const payments = new Set<PaymentId>();
  const withdrawals = new Set<WithdrawalId>();
  for (const candidate of candidates) {
    const { message } = candidate;
    if (message === null) {
      payments.add(candidate.paymentId);
      continue;
    }
    const read = readReceived({ businessId, ...message });
    const applied = isEffective(message.verdict);
    if (applied === (read.kind === 'doubtful'))
      differences.push(...(await skipping(given, `callback ${message.id}`, () => rejudge(given, message))));
    else if (applied && read.kind === 'deposit') payments.add(read.paymentId);
    else if (applied && read.kind === 'withdrawal') withdrawals.add(read.withdrawalId);
  }
  differences.push(...(await remakePayments(given, select, [...payments])));
  differences.push(...(await remakeWithdrawals(given, select, [...withdrawals])));
  const last = candidates.at(-1)?.place ?? null;
  return { seen: candidates.length, differences, place: candidates.length === limit ? last : null };
}

const mostTries = 3;

/** One that can't be processed stops none behind it: it is told among the differences. What is overtaken is tried again. */
async function skipping(
  { skips }: ReprocessInput,
  record: string,
  work: () => Promise<readonly ReprocessDifference[]>,
): Promise<readonly ReprocessDifference[]> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (failure) {
      if (failure instanceof ConcurrentUpdateError && tries < mostTries) continue;
      const words = skips?.(failure) ?? null;
      if (words === null) throw failure;
      return [{ record, path: '', held: 'as it is', rebuilt: `can’t be processed: ${words}` }];
    }
}

/** Compares many at once, and each alone where one of them can't be read. */
async function skippingOne<Id extends string>(
  given: ReprocessInput,
  kind: 'payment' | 'withdrawal',
  ids: readonly Id[],
  work: (some: readonly Id[]) => Promise<readonly ReprocessDifference[]>,
): Promise<readonly ReprocessDifference[]> {
  const [only] = ids;
  if (only === undefined) return [];
  if (ids.length === 1) return skipping(given, `${kind} ${only}`, () => work(ids));
  try {
    return await work(ids);
  } catch (failure) {
    if (!(failure instanceof ConcurrentUpdateError) && (given.skips?.(failure) ?? null) === null)
      throw failure;
  }
  const found: ReprocessDifference[] = [];
  for (const id of ids) found.push(...(await skippingOne(given, kind, [id], work)));
  return found;
}

const remakePayments = (given: ReprocessInput, select: Select, ids: readonly PaymentId[]) =>
  skippingOne(given, 'payment', ids, async (some) => {
    const { businessId, now } = given;
    const found: ReprocessDifference[] = [];
    for (const one of await rebuildPayments(select, businessId, some)) {
      const { paymentId, held, differences } = one;
      if (differences.length === 0 || isMadeUp(held.payment?.state.registers)) continue;
      const record = `payment ${paymentId}`;
      // What must hold still is learned before the transaction, which is short for it, and looked at again inside.
      const locked = given.apply === null ? [] : await recordsOfPayment(select, businessId, paymentId, one);
      const patienceMs = budgetForDeposits(one.deposits.length);
      const parts = await changing(
        given,
        record,
        { compared: differences, patienceMs },
        async (transaction) => {
          await lockRecords(transaction, businessId, locked);
          return rewritePayment(transaction, businessId, paymentId, now, locked);
        },
      );
      found.push(...shown(record, parts));
    }
    return found;
  });

const remakeWithdrawals = (given: ReprocessInput, select: Select, ids: readonly WithdrawalId[]) =>
  skippingOne(given, 'withdrawal', ids, async (some) => {
    const { businessId, now } = given;
    const found: ReprocessDifference[] = [];
    for (const { withdrawalId, held, differences } of await rebuildWithdrawals(select, businessId, some)) {
      if (differences.length === 0 || isMadeUp(held?.state.registers)) continue;
      const record = `withdrawal ${withdrawalId}`;
      const parts = await changing(given, record, { compared: differences }, (transaction) =>
        rewriteWithdrawal(transaction, businessId, withdrawalId, now),
      );
      found.push(...shown(record, parts));
    }
    return found;
  });

/** A dry run has compared already: only one that applies needs the locks. */
async function changing(
  { apply }: ReprocessInput,
  record: string,
  { compared, patienceMs }: { readonly compared: readonly Part[]; readonly patienceMs?: number },
  rewrite: (transaction: Transaction) => Promise<readonly Part[]>,
): Promise<readonly Part[]> {
  if (apply === null) return compared;
  const work = async (transaction: Transaction) => {
    const parts = await rewrite(transaction);
    if (parts.length > 0) await apply(transaction, { record });
    return parts;
  };
  return inTransaction(work, 'read-committed', patienceMs);
}

/** Thrown to leave a transaction of a dry run, or of a message that stays as it is, with what it showed. */
class Undone extends Error {
  readonly parts: readonly ReprocessDifference[];

  constructor(parts: readonly ReprocessDifference[]) {
    super('nothing of it is kept');
    this.parts = parts;
  }
}

async function rejudge(
  given: ReprocessInput,
  message: StoredCallback,
): Promise<readonly ReprocessDifference[]> {
  const { businessId, apply } = given;
  try {
    const patienceMs = await budgetForMessage(businessId, message);
    const work = async (transaction: Transaction) => {
      const judged = isEffective(message.verdict)
        ? await withdraw(transaction, given, message)
        : await release(transaction, businessId, message);
      if (judged === null) throw new Undone([]);
      const { change, parts } = judged;
      const record = `callback ${message.id}`;
      const { verdict: rebuilt, verdictBefore: held } = change;
      const all = [{ record, path: 'verdict', held, rebuilt }, ...parts];
      if (apply === null) throw new Undone(all);
      await apply(transaction, change);
      return all;
    };
    return await inTransaction(work, 'read-committed', patienceMs);
  } catch (thrown) {
    if (thrown instanceof Undone) return thrown.parts;
    throw thrown;
  }
}

type Judged = { readonly change: VerdictChange; readonly parts: readonly ReprocessDifference[] };

/** Out of quarantine: nothing stands against it any more. Null: it does, or a person has decided meanwhile. */
async function release(
  transaction: Transaction,
  businessId: BusinessId,
  message: StoredCallback,
): Promise<Judged | null> {
  const held = { businessId, messageId: message.id, revision: message.revision };
  const released = await releaseMessage(transaction, held, message.accepted);
  if (released.kind !== 'released') return null;
  const { paymentId } = released;
  const record = paymentId === null ? `what callback ${message.id} tells of` : `payment ${paymentId}`;
  return {
    change: { messageId: message.id, ...released },
    parts: [{ record, path: '', held: 'without this callback', rebuilt: 'with this callback' }],
  };
}

/** Into quarantine: it was believed once, and can't be today. */
async function withdraw(
  transaction: Transaction,
  { businessId, now }: ReprocessInput,
  { id, kind, body, accepted }: StoredCallback,
): Promise<Judged | null> {
  const read = readReceived({ businessId, kind, body, accepted });
  const stored = await findMessage(transaction, businessId, id, { locked: false });
  // Of what it is about more may have been readable when it came.
  const paymentId = read.paymentId ?? stored?.paymentId ?? null;
  const about = [paymentId, read.subjectId].filter((one) => one !== null);
  const remade = paymentId === null ? [] : await recordsOfPayment(within(transaction), businessId, paymentId);
  // All at once, and before the row, as whoever receives it again does.
  const locked = [id, ...about, ...remade];
  await lockRecords(transaction, businessId, locked);
  const message = await findMessage(transaction, businessId, id, { locked: true });
  if (message === null || !isEffective(message.verdict) || read.kind !== 'doubtful') return null;
  const { subjectId, clientPaymentId, reasons } = read;
  const verdict = 'quarantined';
  await rereadMessage(transaction, businessId, id, { verdict, accepted, subjectId, paymentId });
  await judgeMessage(transaction, id, verdict, reasons);
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
    parts: shown(record, parts),
  };
}

/** Risk detail is not for a log of differences: that it differs is. */
const shown = (record: string, parts: readonly Part[]): ReprocessDifference[] =>
  parts.map(({ path, held, rebuilt }) => {
    const names = path.split('.');
    const isRisky = names.includes('risk') || names.some(isRiskField);
    if (!isRisky && !/"risk":/.test(`${held}${rebuilt}`)) return { record, path, held, rebuilt };
    return { record, path, held: 'holds risk detail', rebuilt: 'holds risk detail' };
  });
