import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { MessageId } from '#lib/values/ids.ts';
import type { RowReader } from '../model/row-read.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';
import type { BatchReadScope, BatchRecordIds } from '../store/batch-read.ts';
import { readBatch } from '../store/batch-read.ts';
import type { NewMessage } from '../store/batch-write.ts';
import { writeBatch } from '../store/batch-write.ts';
import { toGroupedCallback } from '../store/callback-groups.ts';
import type { InboxMessage } from '../store/inbox.ts';
import { isEffective } from '../store/inbox.ts';
import { IncompleteStateError } from '../store/payment.ts';
import {
  ConcurrentUpdateError,
  listRecordsToLock,
  lockSql,
  toLockKeys,
  tryLockSql,
} from '../store/record-locks.ts';
import { BatchAnnouncements } from './batch-announcements.ts';
import { BatchRecords } from './batch-records.ts';
import type { ObservedCallback } from './callback-observation.ts';
import type { CallbackDecision } from './decide-callback.ts';
import { decideDeposit, decideWithdrawal } from './decide-callback.ts';

/** Takes the locks of several callbacks. `observeCallbacks` does this, unless its caller has done so. */
export async function lockCallbacks(
  statements: PlainTransaction,
  callbacks: readonly PreparedCallback[],
): Promise<void> {
  await statements.run(lockSql, [toLockKeys(callbacks.flatMap(listRecordsToLock)).map(String)]);
}

/** Takes the locks that are free, and returns the callbacks that need a lock of another transaction. */
export async function tryLockRecords(
  statements: PlainTransaction,
  callbacks: readonly PreparedCallback[],
): Promise<ReadonlySet<PreparedCallback>> {
  const rows = lockAttempts.parse(
    await statements.run(tryLockSql, [toLockKeys(callbacks.flatMap(listRecordsToLock)).map(String)]),
  );
  const heldElsewhere = new Set(rows.flatMap(({ key, free }) => (free ? [] : [key])));
  return new Set(callbacks.filter((one) => listRecordKeys(one).some((key) => heldElsewhere.has(key))));
}

const lockAttempts = z.array(z.object({ key: z.string(), free: z.boolean() }));

/** Returns the lock keys of a callback as text. Callbacks that share one can’t be committed concurrently. */
export const listRecordKeys = (prepared: PreparedCallback): readonly string[] =>
  toLockKeys(listRecordsToLock(prepared)).map(String);

/**
 * Stores the bytes of callbacks once per content, their deliveries, and their effects on the read model, in four round
 * trips. Further effects, such as a day whose totals changed, take one each. Each callback sees the effects of those before
 * it. The result is null for a callback that needs more than a batch reads, as when two payments claim its deposit. It must
 * be observed alone.
 * @throws Any database error. Then nothing is stored.
 */
export async function observeCallbacks(
  statements: PlainTransaction,
  callbacks: readonly PreparedCallback[],
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<(ObservedCallback | null)[]> {
  if (!isLocked) await lockCallbacks(statements, callbacks);
  return observeLockedCallbacks(statements, callbacks, 'named');
}

/**
 * Observes locked callbacks with the records that are read. The result is null for a callback that needs more. It is also
 * null if others wait to be folded before it. With `areWaiting`, it folds stored callbacks, at most one of each subject.
 *
 * @throws ConcurrentUpdateError if a payment was read that isn’t among the `locked` ones.
 */
export async function observeLockedCallbacks(
  statements: PlainTransaction,
  callbacks: readonly PreparedCallback[],
  reach: BatchReadScope,
  { locked = null, areWaiting = false }: LockedCallbacks = {},
): Promise<(ObservedCallback | null)[]> {
  if (callbacks.length === 0) return [];
  const state = await readBatch(statements, toRecordIds(callbacks), reach);
  if (locked !== null && callbacks.some(({ id }) => state.messages.get(id)?.isRepeat !== true))
    requireLocked(state.payments, locked);
  const records = new BatchRecords(state);
  const waitsForOthers = ({ observation: { businessId }, parsed: { subjectId } }: PreparedCallback) =>
    reach === 'named' && !areWaiting && subjectId !== null && records.hasWaiting(businessId, subjectId);
  const foldedAt = areWaiting ? systemClock.now() : undefined;
  const contents = new Map<MessageId, Content>();
  const announcements = new BatchAnnouncements();
  const leftOut = new Set<MessageId>();
  const observed = callbacks.map((prepared) => {
    const { observation, id, parsed } = prepared;
    if (leftOut.has(id)) return null;
    const content = contents.get(id) ?? createContent(prepared, state.messages.get(id));
    const isFirst = content.deliveries === 0;
    const isNew = isFirst && !content.message.isRepeat;
    if (
      isNew &&
      (waitsForOthers(prepared) || !applyToBatch(records, { ...prepared, foldedAt }, content, announcements))
    ) {
      leftOut.add(id);
      return null;
    }
    contents.set(id, content);
    content.deliveries += 1;
    if (observation.receivedAt > content.lastAt) content.lastAt = observation.receivedAt;
    announcements.add(observation, { businessId: observation.businessId, topics: ['callbacks'] });
    return {
      messageId: id,
      verdict: content.message.verdict,
      repeat: content.message.isRepeat || !isFirst,
      unreadable: parsed.kind === 'doubtful' && parsed.unreadable,
      reasons: content.message.reasons,
      paymentId: parsed.paymentId,
      clientPaymentId: parsed.clientPaymentId,
      withdrawalId: parsed.kind === 'withdrawal' ? parsed.withdrawalId : null,
    };
  });
  const distinct = [...contents.values()];
  if (distinct.length === 0) return observed;
  const folded = distinct.filter(({ message }) => !message.isRepeat).map(toNewMessage);
  const written = { changes: records.changes(), notifications: announcements.texts() };
  if (areWaiting) {
    await writeBatch(statements, { messages: [], repeats: [], deliveries: [], waiting: folded, ...written });
    return observed;
  }
  await writeBatch(statements, {
    messages: folded,
    repeats: distinct
      .filter(({ message }) => message.isRepeat)
      .map(({ prepared, lastAt, deliveries }) => ({ id: prepared.id, lastAt, deliveries })),
    deliveries: callbacks
      .filter(({ id }) => !leftOut.has(id))
      .map(({ id, observation }) => ({ id, ...observation })),
    ...written,
  });
  return observed;
}

type LockedCallbacks = {
  /** The locked payments, if the caller knows them. */
  readonly locked?: ReadonlySet<string> | null;
  readonly areWaiting?: boolean;
};

function requireLocked(payments: readonly RowReader[], locked: ReadonlySet<string>): void {
  if (payments.some((row) => !locked.has(row.text('payment_id') ?? ''))) throw new ConcurrentUpdateError();
}

/** A callback with the time of its fold, if it waited. */
type FoldedCallback = PreparedCallback & { readonly foldedAt: number | undefined };

/** One content as stored in the inbox, with its deliveries in this batch. */
type Content = {
  readonly prepared: PreparedCallback;
  message: InboxMessage;
  orphan: boolean;
  /** The earlier callback from which it differs only in risk detail. */
  shownWith: string | null;
  deliveries: number;
  lastAt: PreparedCallback['observation']['receivedAt'];
};

function createContent(prepared: PreparedCallback, storedMessage: InboxMessage | undefined): Content {
  const { parsed, id, observation } = prepared;
  const verdict = parsed.kind === 'raw' ? 'stored' : parsed.kind === 'doubtful' ? 'quarantined' : 'applied';
  const newMessage: InboxMessage = { id, verdict, reasons: parsed.reasons, isRepeat: false };
  const message = storedMessage?.isRepeat === true ? storedMessage : newMessage;
  return { prepared, message, orphan: false, shownWith: null, deliveries: 0, lastAt: observation.receivedAt };
}

/** Applies a callback to the batch. Returns false if it needs more than the batch has read. */
function applyToBatch(
  records: BatchRecords,
  prepared: FoldedCallback,
  content: Content,
  announcements: BatchAnnouncements,
): boolean {
  let decision: CallbackDecision | null;
  try {
    decision = decide(records, prepared, content);
  } catch (error) {
    if (error instanceof IncompleteStateError) return false;
    throw error;
  }
  if (decision !== null) {
    records.recordChanges(decision.changes);
    if (decision.announcement !== null) announcements.add(prepared.observation, decision.announcement);
    const { verdict, reasons } = decision.effect;
    content.message = { ...content.message, verdict, reasons: [...content.message.reasons, ...reasons] };
  }
  const hasEffect = isEffective(content.message.verdict);
  content.shownWith = records.recordCallback(toGroupedCallback(prepared), hasEffect)?.id ?? null;
  return true;
}

function decide(records: BatchRecords, prepared: FoldedCallback, content: Content): CallbackDecision | null {
  const { observation, id, parsed, foldedAt } = prepared;
  const { businessId, receivedAt } = observation;
  const shownWith = records.shownWith(toGroupedCallback(prepared));
  const arrival = { id, businessId, receivedAt, shownWith, foldedAt };
  const isRepeat = shownWith !== null;
  if (parsed.kind === 'deposit') {
    const snapshot = records.payment(businessId, parsed.paymentId, [parsed.depositId], isRepeat);
    content.orphan = !snapshot.payments.has(parsed.paymentId);
    return decideDeposit(arrival, parsed, snapshot);
  }
  if (parsed.kind === 'withdrawal') {
    return decideWithdrawal(arrival, parsed, records.withdrawal(businessId, parsed.withdrawalId, isRepeat));
  }
  return null;
}

const toNewMessage = ({ prepared, message, orphan, shownWith, deliveries, lastAt }: Content): NewMessage => ({
  id: prepared.id,
  hash: prepared.hash,
  businessId: prepared.observation.businessId,
  kind: prepared.observation.kind,
  body: prepared.observation.body,
  verdict: message.verdict,
  reasons: message.reasons,
  subjectId: prepared.parsed.subjectId,
  paymentId: prepared.parsed.paymentId,
  orphan,
  shownWith,
  firstAt: prepared.observation.receivedAt,
  lastAt,
  deliveries,
});

function toRecordIds(callbacks: readonly PreparedCallback[]): BatchRecordIds {
  return {
    deposits: callbacks.flatMap(({ observation: { businessId }, parsed }) =>
      parsed.kind === 'deposit'
        ? [{ businessId, paymentId: parsed.paymentId, depositId: parsed.depositId }]
        : [],
    ),
    withdrawals: callbacks.flatMap(({ observation: { businessId }, parsed }) =>
      parsed.kind === 'withdrawal' ? [{ businessId, withdrawalId: parsed.withdrawalId }] : [],
    ),
    messages: [...new Set(callbacks.map(({ id }) => id))],
    callbacks: callbacks.map(toGroupedCallback),
  };
}
