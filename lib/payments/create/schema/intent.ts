import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, ClientPaymentId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/**
 * States of a payment request. PROPOSED: it waits for a second person, or was approved and not sent. QUEUED: a file is
 * about to send it. SENDING: in progress. UNSENT: nothing was sent. CREATED:
 * the service confirmed it. REJECTED: the service refused it, or a person found no payment of it. UNKNOWN: it may exist at
 * the service. UNSENT and REJECTED are final and release the client payment ID.
 */
export const intentStates = [
  'PROPOSED',
  'QUEUED',
  'SENDING',
  'UNSENT',
  'CREATED',
  'REJECTED',
  'UNKNOWN',
] as const;
export type IntentState = (typeof intentStates)[number];

const intentInput = z.object({
  businessId: businessIdInput,
  intentId: z
    .string()
    .refine(isUuid, 'must be a UUID')
    .transform((text) => brand<IntentId>(text.toLowerCase())),
});

export const intentForm = intentInput;

/** `secondLinkAccepted` confirms that sending again may create a second payable link. */
export const sendAgainForm = intentInput.extend({ secondLinkAccepted: z.boolean() });

/** A payment of a request: `confirmed` by the answer to it, or only seen under its client payment ID. */
type IntentPayment = { readonly paymentId: PaymentId; readonly confirmed: boolean };

/** Why it is not CREATED. `message` is plain text: the service's message if it sent one, otherwise ours. */
export type IntentError = {
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
};

export type IntentView = {
  readonly intentId: IntentId;
  readonly businessId: BusinessId;
  readonly clientPaymentId: ClientPaymentId;
  readonly state: IntentState;
  /** The sent fields, in their order. */
  readonly sent: readonly { readonly field: string; readonly value: string }[];
  /** The exact body. */
  readonly requestBody: string;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  readonly createdBy: string;
  /** Number of attempts to send it. */
  readonly attempts: number;
  /** Number of attempts that may have created a payment that no source reported yet. */
  readonly unaccounted: number;
  /** The payment whose link is shown. */
  readonly paymentId: PaymentId | null;
  /** Known payments of this request, and of earlier ones with its client payment ID. */
  readonly payments: readonly IntentPayment[];
  /** A checkout link that may be followed (http only on loopback). */
  readonly paymentUrl: string | null;
  readonly error: IntentError | null;
};

/** A line of "needs attention". */
export type IntentLine = Pick<
  IntentView,
  'intentId' | 'clientPaymentId' | 'state' | 'createdAt' | 'changedAt' | 'createdBy' | 'error' | 'payments'
> & { readonly price: { readonly amount: string; readonly currency: string } | null };
