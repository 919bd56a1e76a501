import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId } from '#lib/values/ids.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { QuarantineOverride } from '../model/quarantine-override.ts';
import { toQuarantineOverride } from '../model/quarantine-override.ts';
import { listCallbackUnknownNames } from '../model/unknown-names.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import type { Verdict } from '../store/inbox.ts';
import { storeMessageVerdict } from '../store/inbox.ts';
import { findMessage, updateReadMessage } from '../store/quarantined-messages.ts';
import { lockCallback } from '../store/record-locks.ts';
import { saveUnknownNames } from '../store/unknown-names.ts';
import { applyReleased } from './apply-released.ts';

/** Returns whether a message is stored without effect: quarantined or rejected. */
const isHeld = (verdict: string): boolean => verdict === 'quarantined' || verdict === 'rejected';

export type QuarantinedMessage = {
  readonly businessId: BusinessId;
  readonly messageId: MessageId;
  /** The revision that the person reviewed. Null accepts the current one. */
  readonly revision: number | null;
};

export type ReleaseResult =
  | {
      readonly kind: 'released';
      readonly verdictBefore: string;
      readonly verdict: Verdict;
      readonly reasons: readonly Flaw[];
      readonly revision: number;
      readonly accepted: readonly QuarantineOverride[];
      readonly paymentId: PaymentId | null;
      readonly clientPaymentId: ClientPaymentId | null;
    }
  /** The message doesn’t exist, or it changed after the person reviewed it. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed' }
  /** These reasons prevent a release. The transaction must be rolled back. */
  | { readonly kind: 'held'; readonly reasons: readonly Flaw[] };

/**
 * Applies a quarantined message from its stored bytes, by the present code and with the overrides that a person
 * accepted. It counts from its first receipt. The caller rolls back unless it was released.
 */
export async function releaseMessage(
  transaction: Transaction,
  quarantined: QuarantinedMessage,
  accepted: readonly QuarantineOverride[],
): Promise<ReleaseResult> {
  const { businessId, messageId } = quarantined;
  const found = await findMessage(transaction, businessId, messageId, { locked: false });
  if (found === null) return { kind: 'missing' };
  const { kind, body } = found;
  const neededOverrides = selectNeededOverrides(parseCallbackBody({ kind, businessId, body }), accepted);
  const parsed = parseCallbackBody({ kind, businessId, body, accepted: neededOverrides });
  const locked = await lockCallback(transaction, businessId, parsed, [messageId]);
  const message = await findMessage(transaction, businessId, messageId, { locked: true });
  if (message === null || !isHeld(message.verdict)) return { kind: 'changed' };
  if (quarantined.revision !== null && quarantined.revision !== message.revision) return { kind: 'changed' };
  if (parsed.kind === 'doubtful') return { kind: 'held', reasons: parsed.reasons };
  const { subjectId, paymentId, clientPaymentId } = parsed;
  const verdict = parsed.kind === 'raw' ? 'stored' : 'applied';
  const shownWith = await updateReadMessage(transaction, businessId, message, {
    verdict,
    accepted: neededOverrides,
    subjectId,
    paymentId,
  });
  const arrival = { id: messageId, businessId, receivedAt: message.receivedAt, shownWith };
  const effect = await applyReleased(transaction, arrival, parsed, locked);
  if (effect?.verdict === 'quarantined') return { kind: 'held', reasons: effect.reasons };
  const subject = {
    businessId,
    paymentId,
    withdrawalId: parsed.kind === 'withdrawal' ? parsed.withdrawalId : null,
  };
  await saveUnknownNames(
    transaction,
    { ...subject, at: message.receivedAt },
    listCallbackUnknownNames(parsed),
  );
  const outcome = effect ?? { verdict, reasons: [] };
  await storeMessageVerdict(transaction, messageId, outcome.verdict, outcome.reasons);
  return {
    kind: 'released',
    verdictBefore: message.verdict,
    ...outcome,
    revision: message.revision + 1,
    accepted: neededOverrides,
    paymentId,
    clientPaymentId,
  };
}

/** Selects the overrides that the message needs today, so no unneeded one is stored. */
const selectNeededOverrides = (
  parsed: ParsedCallback,
  accepted: readonly QuarantineOverride[],
): readonly QuarantineOverride[] =>
  parsed.reasons.flatMap((reason) => {
    const override = toQuarantineOverride(reason);
    return accepted.filter((one) => one.path === override?.path && one.how === override.how);
  });
