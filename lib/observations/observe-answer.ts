import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, PaymentId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** A payment record that we asked for, or that a person brought. */
export type AnswerObservation = {
  readonly businessId: BusinessId;
  /** The payment that was asked for. A record of another payment is refused. */
  readonly paymentId?: PaymentId;
  /** `create`: the body is `{ paymentInfo, paymentUrl }` (§4.1); else it is a payment record (§2.3). */
  readonly source: 'create' | 'read' | 'import';
  /** When the request was begun: among reads the later start wins. */
  readonly startedAt: Instant;
  readonly body: Uint8Array;
  /** Of an import: who brought it, and the file's name. */
  readonly personId?: PersonId;
  readonly fileName?: string;
  /** Many in one transaction: the caller announces once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedAnswer =
  | {
      readonly kind: 'observed';
      readonly paymentId: PaymentId;
      readonly clientPaymentId: ClientPaymentId | null;
      /** Fields that could not be read; they were left out. */
      readonly flaws: readonly Flaw[];
      /** Whether any value became another. */
      readonly changed: boolean;
    }
  /** Nothing was stored: it is no JSON, names no payment, or is another business's or another payment's. */
  | { readonly kind: 'refused'; readonly reason: string; readonly flaws: readonly Flaw[] };

/** Stores the bytes once per distinct content and folds them in. Throws what the database throws. */
export async function observeAnswer(
  _transaction: Transaction,
  _given: AnswerObservation,
): Promise<ObservedAnswer> {
  throw new Error('being built');
}
