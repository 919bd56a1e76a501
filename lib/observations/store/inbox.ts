import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseJson } from '#lib/values/lossless-json.ts';

/** `received`: the bytes are stored, and the callback waits to be folded. */
const verdicts = [
  'received',
  'applied',
  'new-version',
  'quarantined',
  'rejected',
  'stored',
  'expired',
] as const;
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

export type InboxMessage = {
  readonly id: MessageId;
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
  readonly isRepeat: boolean;
};

const flaws = z.array(z.object({ path: z.string(), problem: z.string() }));
const storedVerdict = z.object({ verdict: z.enum(verdicts), reasons: flaws });

/** Parses the verdict and reasons of a stored message. A waiting one is no repeat, because it has no effect yet. */
export function parseStoredMessage(id: string, text: string): InboxMessage {
  const stored = storedVerdict.parse(parseJson(text).value);
  return { id: toId<MessageId>(id), ...stored, isRepeat: stored.verdict !== 'received' };
}

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

/** Stores the final verdict of a message after comparing it with the read model. */
export async function storeMessageVerdict(
  transaction: Transaction,
  id: MessageId,
  verdict: Verdict,
  reasons: readonly Flaw[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE callback_message SET verdict = ${verdict}, reasons = ${reasonsText(reasons)}::jsonb WHERE id = ${id}::uuid`;
}
