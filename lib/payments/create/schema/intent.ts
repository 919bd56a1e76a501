import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, ClientPaymentId, IntentId, PaymentId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/**
 * What became of a payment request of ours. SENDING: on its way. DRAFT: nothing was sent. CREATED: the service
 * confirmed it. REJECTED: the service refused it. UNKNOWN: it may exist at the service.
 */
export const intentStates = ['SENDING', 'DRAFT', 'CREATED', 'REJECTED', 'UNKNOWN'] as const;
export type IntentState = (typeof intentStates)[number];

const intentInput = z.object({
  businessId: businessIdInput,
  intentId: z
    .string()
    .refine(isUuid, 'must be a UUID')
    .transform((text) => brand<IntentId>(text.toLowerCase())),
});

/** Sending again needs a person to have read that a second payable link may come of it. */
export const sendAgainForm = intentInput.extend({ secondLinkAccepted: z.boolean() });

/** A payment of a request: `confirmed` by the answer to it, or only seen under its client payment ID. */
type IntentPayment = { readonly paymentId: PaymentId; readonly confirmed: boolean };

/** Why it is not CREATED. `message` is plain text: the service's own words where it said any, else ours. */
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
  /** The fields that were sent, in their order, as they stand on the wire. */
  readonly sent: readonly { readonly field: string; readonly value: string }[];
  /** The exact body. */
  readonly requestBody: string;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  readonly createdBy: string;
  /** How often it was sent, or tried to. */
  readonly attempts: number;
  /** How many of these may have made a payment that is not among those known. */
  readonly unaccounted: number;
  /** The one whose link is handed out. */
  readonly paymentId: PaymentId | null;
  /** All that are known, in the order in which they were found. */
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
