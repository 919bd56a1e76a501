import 'server-only';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, PersonId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import type { CallbackKind } from '../model/parsed-callback.ts';
import { isCallbackKind } from '../model/parsed-callback.ts';
import type { QuarantineOverride } from '../model/quarantine-override.ts';
import { quarantineOverrides } from '../model/quarantine-override.ts';
import { buildLeaveGroupSql, readCallbackGroups } from './callback-groups.ts';
import type { Verdict } from './inbox.ts';
import { isEffective } from './inbox.ts';

/** A stored message in its present state. */
export type StoredMessage = {
  readonly id: MessageId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
  readonly verdict: string;
  readonly accepted: readonly QuarantineOverride[];
  readonly revision: number;
  readonly paymentId: PaymentId | null;
  readonly subjectId: DepositId | WithdrawalId | null;
};

const row = z.object({
  id: z.string().transform((id) => toId<MessageId>(id)),
  kind: z.string().refine(isCallbackKind),
  body: z.instanceof(Uint8Array),
  first_received_at: z.date().transform(fromDate),
  verdict: z.string(),
  accepted: quarantineOverrides,
  revision: z.number(),
  payment_id: z
    .string()
    .nullable()
    .transform((id) => (id === null ? null : toId<PaymentId>(id))),
  subject_id: z
    .string()
    .nullable()
    .transform((id) => (id === null ? null : toId<DepositId | WithdrawalId>(id))),
});

/** Returns the message, or null. `locked` locks its row until the transaction ends. */
export async function findMessage(
  transaction: Transaction,
  businessId: BusinessId,
  id: MessageId,
  { locked }: { locked: boolean },
): Promise<StoredMessage | null> {
  const columns =
    'id::text, kind, body, first_received_at, verdict, accepted, revision, payment_id::text, subject_id::text';
  const rows: unknown = await transaction.$queryRawUnsafe(
    `SELECT ${columns} FROM callback_message WHERE business_id = $1::uuid AND id = $2::uuid${locked ? ' FOR UPDATE' : ''}`,
    businessId,
    id,
  );
  const found = z.array(row).parse(rows)[0];
  if (found === undefined || !isCallbackKind(found.kind)) return null;
  const {
    first_received_at: receivedAt,
    payment_id: paymentId,
    subject_id: subjectId,
    kind,
    ...rest
  } = found;
  return { ...rest, kind, receivedAt, paymentId, subjectId };
}

/**
 * Stores the result of parsing a message again, with or without effect now, and increments its revision. Returns the earlier
 * message from which it differs only in risk detail, or null.
 */
export async function updateReadMessage(
  transaction: Transaction,
  businessId: BusinessId,
  { id, kind, body, receivedAt }: Pick<StoredMessage, 'id' | 'kind' | 'body' | 'receivedAt'>,
  read: {
    readonly verdict: Verdict;
    readonly accepted: readonly QuarantineOverride[];
    readonly subjectId: string | null;
    readonly paymentId: string | null;
  },
): Promise<VisibleDuplicate | null> {
  const { verdict, accepted, subjectId, paymentId } = read;
  await transaction.$executeRawUnsafe(buildLeaveGroupSql('$1'), [id]);
  const callback = { id, businessId, kind, subjectId, body, receivedAt };
  const groups = await readCallbackGroups(toPlainTransaction(transaction), [callback]);
  const shownWith = groups.place(callback, isEffective(verdict));
  await transaction.$executeRaw`
    UPDATE callback_message SET verdict = ${verdict}, accepted = ${JSON.stringify(accepted)}::jsonb,
      subject_id = ${subjectId}::uuid, payment_id = ${paymentId}::uuid, revision = revision + 1,
      shown_with = ${shownWith?.id ?? null}::uuid,
      orphan = ${paymentId !== null && verdict === 'applied'} AND NOT EXISTS (
        SELECT FROM payment WHERE business_id = ${businessId}::uuid AND payment_id = ${paymentId}::uuid)
    WHERE id = ${id}::uuid`;
  return shownWith;
}

/** A decision about a message after its receipt. Rows are never changed. */
export type DecisionEntry = {
  readonly businessId: BusinessId;
  readonly messageId: MessageId;
  readonly kind: 'released' | 'rejected' | 'reprocessed';
  readonly revision: number;
  readonly at: Instant;
  /** Null for an operator at the command line. */
  readonly personId: PersonId | null;
  readonly note: string | null;
  readonly accepted: readonly QuarantineOverride[];
  readonly verdictBefore: string;
  readonly verdictAfter: Verdict;
};

/** Stores a decision and announces that the message changed. */
export async function storeQuarantineDecision(transaction: Transaction, entry: DecisionEntry): Promise<void> {
  const { at, note, accepted, ...rest } = entry;
  await transaction.callbackDecision.create({
    data: {
      ...rest,
      at: toDate(at),
      note: note === null ? null : storableText(note),
      accepted: accepted.map((one) => ({ ...one })),
    },
  });
  await announce(transaction, {
    businessId: entry.businessId,
    topics: ['callbacks'],
    ids: [entry.messageId],
  });
}

/** Stores the verdict `rejected` and increments the revision. */
export async function markRejected(transaction: Transaction, id: MessageId): Promise<void> {
  await transaction.$executeRaw`
    UPDATE callback_message SET verdict = 'rejected', revision = revision + 1 WHERE id = ${id}::uuid`;
}
