import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { CallbackKind } from '../model/parsed-callback.ts';
import type { DeliveryProof, Verdict } from '../store/inbox.ts';

/** A delivered callback, before it is stored. */
export type CallbackObservation = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  /** Redacted headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The proof of the sender. Omitted when unknown, as for an imported history. */
  readonly proof?: DeliveryProof;
  readonly receivedAt: Instant;
  /** True if the caller announces many observations at once, at the end. */
  readonly quiet?: boolean;
};

/** The result of storing and applying a callback. */
export type ObservedCallback = {
  readonly messageId: MessageId;
  /**
   * `received` waits to be folded. `applied` and `new-version` are in the read model. `quarantined` waits for a person. `rejected` was refused by
   * one. `stored` is raw by design.
   */
  readonly verdict: Verdict;
  /** True if these bytes arrived before. Only the delivery was added. */
  readonly repeat: boolean;
  /** True if the bytes are no JSON. */
  readonly unreadable: boolean;
  readonly reasons: readonly Flaw[];
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};

/** Returns true if the callback changed the read model. */
export const hasChangedReadModel = ({ repeat, verdict }: ObservedCallback): boolean =>
  !repeat && (verdict === 'applied' || verdict === 'new-version');
