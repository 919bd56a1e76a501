import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { changeText, liveChannel } from '#lib/realtime/live-events.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { ShownWith } from '../model/observation.ts';
import { contentId, sha256 } from '../parse/content-id.ts';

const verdicts = ['applied', 'new-version', 'quarantined', 'rejected', 'stored'] as const;
export type Verdict = (typeof verdicts)[number];

/** Returns whether a message with this verdict is in the read model. */
export const isEffective = (verdict: string): boolean => verdict === 'applied' || verdict === 'new-version';
/**
 * The proof of a delivery’s sender: the name of the key of its address, and the result of its signature check, if
 * signatures are checked.
 */
export type DeliveryProof = {
  readonly keyName: string;
  readonly signature: 'right' | 'wrong' | 'missing' | null;
};

export type InboxEntry = {
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly proof?: DeliveryProof | undefined;
  readonly receivedAt: Instant;
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
  readonly subjectId: string | null;
  readonly paymentId: string | null;
  /** True if open pages learn of the message. */
  readonly isAnnounced: boolean;
};

const flaws = z.array(z.object({ path: z.string(), problem: z.string() }));
const inboxRow = z.object({
  id: z.string().transform((id) => toId<MessageId>(id)),
  verdict: z.enum(verdicts),
  reasons: flaws,
  deliveries: z.number().int(),
});

export type InboxMessage = Omit<z.output<typeof inboxRow>, 'deliveries' | 'reasons'> & {
  readonly reasons: readonly Flaw[];
  readonly isRepeat: boolean;
};

const storedVerdict = z.object({ verdict: z.enum(verdicts), reasons: flaws });

/** Parses the verdict and reasons of a stored message. */
export const parseStoredMessage = (id: string, text: string): InboxMessage => ({
  id: toId<MessageId>(id),
  ...storedVerdict.parse(parseJson(text).value),
  isRepeat: true,
});

/** jsonb can’t store NUL or half of a surrogate pair, and a reason can quote received text. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

/** Returns reasons as stored: bounded in number and length, and without characters that the column can’t hold. */
export const reasonsText = (reasons: readonly Flaw[]): string =>
  JSON.stringify(
    reasons.slice(0, 50).map(({ path, problem }) => ({
      path: storable(path).slice(0, 500),
      problem: storable(problem).slice(0, 500),
    })),
  );

/** Returns the ID of these bytes in the inbox. */
export const messageId = ({
  businessId,
  kind,
  body,
}: Pick<InboxEntry, 'businessId' | 'kind' | 'body'>): MessageId =>
  toId<MessageId>(contentId([businessId, kind], sha256(body)));

/**
 * Stores the bytes once per content, and every delivery. The caller holds a lock that excludes another delivery of
 * the same content.
 */
export async function storeMessage(transaction: Transaction, entry: InboxEntry): Promise<InboxMessage> {
  const hash = sha256(entry.body);
  const id = messageId(entry);
  const receivedAt = toDate(entry.receivedAt);
  const notification = changeText({ businessId: entry.businessId, topics: ['callbacks'] });
  const rows: unknown = await transaction.$queryRaw`
    WITH message AS (
      INSERT INTO callback_message
        (id, business_id, kind, sha256, body, first_received_at, last_received_at, verdict, reasons, subject_id, payment_id,
         orphan)
      VALUES
        (${id}::uuid, ${entry.businessId}::uuid, ${entry.kind}, ${hash}, ${entry.body}, ${receivedAt}, ${receivedAt},
         ${entry.verdict}, ${reasonsText(entry.reasons)}::jsonb, ${entry.subjectId}::uuid, ${entry.paymentId}::uuid,
         ${entry.verdict === 'applied' && entry.paymentId !== null} AND NOT EXISTS (
           SELECT FROM payment WHERE business_id = ${entry.businessId}::uuid AND payment_id = ${entry.paymentId}::uuid))
      ON CONFLICT (business_id, kind, sha256) DO UPDATE SET
        deliveries = callback_message.deliveries + 1,
        last_received_at = greatest(callback_message.last_received_at, EXCLUDED.last_received_at)
      RETURNING id, verdict, reasons, deliveries
    ), delivery AS (
      INSERT INTO callback_delivery (business_id, message_id, received_at, headers, key_name, signature)
      SELECT ${entry.businessId}::uuid, id, ${receivedAt}, ${JSON.stringify(entry.headers)}::jsonb,
             ${entry.proof?.keyName ?? null}, ${entry.proof?.signature ?? null} FROM message
    )
    SELECT id::text, verdict, reasons, deliveries,
           CASE WHEN ${entry.isAnnounced} THEN pg_notify(${liveChannel}, ${notification})::text END AS notified
      FROM message`;
  const { deliveries, ...message } = z.array(inboxRow).length(1).parse(rows)[0] ?? never();
  return { ...message, isRepeat: deliveries > 1 };
}

const headRow = z
  .object({ id: z.string(), first_received_at: z.date().transform(fromDate) })
  .transform(({ id, first_received_at: receivedAt }): ShownWith => ({ id, receivedAt }));

/**
 * Returns the message from which this one differs only in risk detail, or null. A trigger finds it when the message
 * is stored.
 */
export async function findShownWith(transaction: Transaction, id: MessageId): Promise<ShownWith | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT head.id::text, head.first_received_at FROM callback_message m JOIN callback_message head ON head.id = m.shown_with
     WHERE m.id = ${id}::uuid AND m.risk_only`;
  return z.array(headRow).parse(rows)[0] ?? null;
}

/** Stores the final verdict of a message after comparing it with the read model. */
export async function judgeMessage(
  transaction: Transaction,
  id: MessageId,
  verdict: Verdict,
  reasons: readonly Flaw[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE callback_message SET verdict = ${verdict}, reasons = ${reasonsText(reasons)}::jsonb WHERE id = ${id}::uuid`;
}

function never(): never {
  throw new Error('the inbox returned no row');
}
