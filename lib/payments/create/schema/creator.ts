import type { Instant } from '#lib/values/instant.ts';

/** The person who requested a payment here. It is our own data, unlike `initiatedBy`, which the service reports. */
export type PaymentCreator = {
  /** Null when the person no longer exists. */
  readonly person: string | null;
  /** When the request was made. */
  readonly at: Instant;
  /** The answer to the request named the payment. Otherwise it was only seen under the client payment ID. */
  readonly confirmed: boolean;
};
