import 'server-only';
import * as z from 'zod';
import type { Statements } from '#lib/database/statements.ts';
import { riskFieldNames } from '#lib/service/contract/risk-fields.ts';
import type { MessageId } from '#lib/values/ids.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';
import type { BatchRecordIds } from '../store/batch-read.ts';
import { readBatch } from '../store/batch-read.ts';
import type { NewMessage } from '../store/batch-write.ts';
import { writeBatch } from '../store/batch-write.ts';
import type { InboxMessage } from '../store/inbox.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { listLockedRecords, lockKeys, lockSql, tryLockSql } from '../store/record-locks.ts';
import { BatchAnnouncements } from './batch-announcements.ts';
import { BatchRecords } from './batch-records.ts';
import type { ObservedCallback } from './callback-observation.ts';
import type { Decision } from './decide-callback.ts';
import { decideDeposit, decideWithdrawal } from './decide-callback.ts';

/** Takes the locks of several callbacks: `observeCallbacks` does, unless its caller has them. */
export async function lockCallbacks(statements: Statements, all: readonly PreparedCallback[]): Promise<void> {
  await statements.run(lockSql, [lockKeys(all.flatMap(listLockedRecords)).map(String)]);
}

/** Takes the locks that can be had at once, and answers those callbacks of which somebody else holds one. */
export async function tryLockRecords(
  statements: Statements,
  all: readonly PreparedCallback[],
): Promise<ReadonlySet<PreparedCallback>> {
  const rows = tried.parse(
    await statements.run(tryLockSql, [lockKeys(all.flatMap(listLockedRecords)).map(String)]),
  );
  const taken = new Set(rows.flatMap(({ key, free }) => (free ? [] : [key])));
  return new Set(all.filter((one) => listRecordKeys(one).some((key) => taken.has(key))));
}

const tried = z.array(z.object({ key: z.string(), free: z.boolean() }));

/** What a callback is about, as texts: two that share one can't be kept at the same time. */
export const listRecordKeys = (prepared: PreparedCallback): readonly string[] =>
  lockKeys(listLockedRecords(prepared)).map(String);

/**
 * What `observeCallback` does, for several callbacks in one transaction and four trips to the database, whatever their
 * number: in the order given, each sees what those before it did. Null: this one needs more than is read for a batch, as
 * when two payments claim its deposit, and is to be kept alone. Throws what the database throws; then none is kept.
 */
export async function observeCallbacks(
  statements: Statements,
  all: readonly PreparedCallback[],
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<(ObservedCallback | null)[]> {
  if (all.length === 0) return [];
  if (!isLocked) await lockCallbacks(statements, all);
  const held = await readBatch(statements, askedOf(all));
  const records = new BatchRecords(held);
  const contents = new Map<MessageId, Content>();
  const told = new BatchAnnouncements();
  const apart = new Set<MessageId>();
  const observed = all.map((prepared) => {
    const { given, id, read } = prepared;
    if (apart.has(id)) return null;
    const known = contents.get(id) ?? newContent(prepared, held.messages.get(id));
    const isFirst = known.deliveries === 0;
    if (isFirst && !known.message.repeat && !apply(records, prepared, known, told)) {
      apart.add(id);
      return null;
    }
    contents.set(id, known);
    known.deliveries += 1;
    if (given.receivedAt > known.lastAt) known.lastAt = given.receivedAt;
    told.add(given, { businessId: given.businessId, topics: ['callbacks'] });
    return {
      messageId: id,
      verdict: known.message.verdict,
      repeat: known.message.repeat || !isFirst,
      unreadable: read.kind === 'doubtful' && read.unreadable,
      reasons: known.message.reasons,
      paymentId: read.paymentId,
      clientPaymentId: read.clientPaymentId,
      withdrawalId: read.kind === 'withdrawal' ? read.withdrawalId : null,
    };
  });
  const distinct = [...contents.values()];
  await writeBatch(statements, {
    messages: distinct.filter(({ message }) => !message.repeat).map(newMessage),
    repeats: distinct
      .filter(({ message }) => message.repeat)
      .map(({ prepared, lastAt, deliveries }) => ({ id: prepared.id, lastAt, deliveries })),
    deliveries: all.filter(({ id }) => !apart.has(id)).map(({ id, given }) => ({ id, ...given })),
    rows: records.rows(),
    told: told.texts(),
  });
  return observed;
}

/** One content, as it is in the inbox, with what this batch brings of it. */
type Content = {
  readonly prepared: PreparedCallback;
  message: InboxMessage;
  orphan: boolean;
  deliveries: number;
  lastAt: PreparedCallback['given']['receivedAt'];
};

function newContent(prepared: PreparedCallback, kept: InboxMessage | undefined): Content {
  const { read, id, given } = prepared;
  const verdict = read.kind === 'raw' ? 'stored' : read.kind === 'doubtful' ? 'quarantined' : 'applied';
  const message = kept ?? { id, verdict, reasons: read.reasons, repeat: false };
  return { prepared, message, orphan: false, deliveries: 0, lastAt: given.receivedAt };
}

/** False: it needs more than was read. */
function apply(
  records: BatchRecords,
  prepared: PreparedCallback,
  content: Content,
  told: BatchAnnouncements,
): boolean {
  const { given, read } = prepared;
  let decision: Decision | null;
  try {
    decision = decide(records, prepared, content);
  } catch (thrown) {
    if (thrown instanceof IncompleteStateError) return false;
    throw thrown;
  }
  if (decision === null) return true;
  if (read.subjectId !== null)
    records.keep(
      given.businessId,
      read.subjectId,
      { id: prepared.id, receivedAt: given.receivedAt },
      decision,
    );
  if (decision.told !== null) told.add(given, decision.told);
  const { verdict, reasons } = decision.effect;
  content.message = { ...content.message, verdict, reasons: [...content.message.reasons, ...reasons] };
  return true;
}

function decide(
  records: BatchRecords,
  { given, id, read }: PreparedCallback,
  content: Content,
): Decision | null {
  const { businessId, receivedAt } = given;
  const shownWith = read.subjectId === null ? null : records.shownWith(businessId, read.subjectId, id);
  const arrival = { id, businessId, receivedAt, shownWith };
  const isRepeat = shownWith !== null;
  if (read.kind === 'deposit') {
    const known = records.payment(businessId, read.paymentId, [read.depositId], isRepeat);
    content.orphan = !known.payments.has(read.paymentId);
    return decideDeposit(arrival, read, known);
  }
  if (read.kind === 'withdrawal') {
    const held = records.holdsBlocked(businessId, read.withdrawalId);
    const before = records.withdrawal(businessId, read.withdrawalId, isRepeat);
    const decision = decideWithdrawal(arrival, read, before);
    const status = decision.withdrawal?.state.registers.values['status'] ?? 'BLOCKED';
    if (held && status !== 'BLOCKED')
      throw new IncompleteStateError('what was blocked in this batch is to be written first');
    return decision;
  }
  return null;
}

const newMessage = ({ prepared, message, orphan, deliveries, lastAt }: Content): NewMessage => ({
  id: prepared.id,
  hash: prepared.hash,
  businessId: prepared.given.businessId,
  kind: prepared.given.kind,
  body: prepared.given.body,
  verdict: message.verdict,
  reasons: message.reasons,
  subjectId: prepared.read.subjectId,
  paymentId: prepared.read.paymentId,
  orphan,
  firstAt: prepared.given.receivedAt,
  lastAt,
  deliveries,
});

function askedOf(all: readonly PreparedCallback[]): BatchRecordIds {
  return {
    deposits: all.flatMap(({ given: { businessId }, read }) =>
      read.kind === 'deposit' ? [{ businessId, paymentId: read.paymentId, depositId: read.depositId }] : [],
    ),
    withdrawals: all.flatMap(({ given: { businessId }, read }) =>
      read.kind === 'withdrawal' ? [{ businessId, withdrawalId: read.withdrawalId }] : [],
    ),
    messages: [...new Set(all.map(({ id }) => id))],
    contents: [...new Map(all.map((one) => [one.id, one])).values()].flatMap(contentOf),
  };
}

/** Of a callback that may have risk detail: what else differs tells whether it is another version. */
function contentOf({
  id,
  hash,
  given: { businessId, kind, body },
  read,
}: PreparedCallback): BatchRecordIds['contents'] {
  const { subjectId } = read;
  if (subjectId === null || (read.kind !== 'withdrawal' && read.kind !== 'deposit')) return [];
  if (read.kind === 'deposit' && !mayNameRisk.test(Buffer.from(body).toString('latin1'))) return [];
  return [{ id, hash, businessId, kind, subjectId, body }];
}

/** As the trigger of the inbox looks for it in a deposit callback, which has no risk detail by the interface. */
const mayNameRisk = new RegExp(`${riskFieldNames.join('|')}|\\\\u`, 'i');
