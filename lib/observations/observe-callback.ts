import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** The last part of a callback address (§6). */
export type CallbackKind = 'deposit-received' | 'withdrawal' | 'deposit-exchanged';

export type CallbackObservation = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  /** Redacted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: Instant;
  /** Many in one transaction: the caller announces once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedCallback = {
  readonly messageId: MessageId;
  /** applied | new-version: in the read model. quarantined: a person must look. stored: raw, as it should be. */
  readonly verdict: 'applied' | 'new-version' | 'quarantined' | 'stored';
  /** These bytes were here before: only the delivery was added. */
  readonly repeat: boolean;
  /** The bytes are no JSON at all. */
  readonly unreadable: boolean;
  readonly reasons: readonly Flaw[];
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};

/** Stores the bytes once per distinct content, the delivery, and the effect. Throws what the database throws. */
export async function observeCallback(
  _transaction: Transaction,
  _given: CallbackObservation,
): Promise<ObservedCallback> {
  throw new Error('being built');
}
