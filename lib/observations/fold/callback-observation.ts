import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { CallbackKind } from '../model/parsed-callback.ts';
import type { DeliveryProof, Verdict } from '../store/inbox.ts';

export type CallbackObservation = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  /** Redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** What proved the sender. Left out where nothing is known of it, as for a history that is brought in. */
  readonly proof?: DeliveryProof;
  readonly receivedAt: Instant;
  /** Many in one transaction: the caller announces once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedCallback = {
  readonly messageId: MessageId;
  /** applied | new-version: in the read model. quarantined: a person must look. rejected: one did. stored: raw, as it should be. */
  readonly verdict: Verdict;
  /** These bytes were here before: only the delivery was added. */
  readonly repeat: boolean;
  /** The bytes are no JSON at all. */
  readonly unreadable: boolean;
  readonly reasons: readonly Flaw[];
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};
