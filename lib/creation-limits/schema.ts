import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import type { IntentId } from '#lib/values/ids.ts';
import type { CreationLimit } from './model.ts';
import { limitCurrencies } from './model.ts';

/** An empty amount removes the limit. */
export const setLimitForm = z.object({
  businessId: businessIdInput,
  currency: z.enum(limitCurrencies, tCreationLimitRefusals('problem.currency')),
  amount: z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === '') return null;
      const parsed = parseAmount(text);
      if (parsed !== null && !isZero(parsed)) return parsed;
      context.addIssue({ code: 'custom', message: tCreationLimitRefusals('problem.amount') });
      return z.NEVER;
    }),
});

export const sendApprovedForm = z.object({
  businessId: businessIdInput,
  proposalId: z.uuid(),
  /** The person who sends it accepts that a second payable link may result. */
  secondLinkAccepted: z.boolean(),
});

export type LimitsView = {
  readonly limits: readonly CreationLimit[];
  /** Proposed limits by currency. Null removes the limit. */
  readonly changes: readonly ProposalView<Amount | null>[];
  /** This person may set limits and answer proposals. */
  readonly mayManage: boolean;
};

/** The limits after a change. What allows more is only proposed. */
export type ChangedLimit = LimitsView & { readonly outcome: 'set' | 'proposed' };

/** A payment that waits for a second person, or that was approved and not sent yet. */
export type WaitingPayment = Omit<ProposalView<unknown>, 'subject' | 'before' | 'after' | 'state'> & {
  readonly clientPaymentId: string;
  readonly price: { readonly amount: Amount | null; readonly currency: string };
  readonly state: 'proposed' | 'approved';
  /** Each field that will be sent. */
  readonly fields: readonly { readonly field: string; readonly value: string }[];
};

/** The payments that wait after an answer. `intentId` is the request that was sent. */
export type PaymentApprovalResult = {
  readonly waiting: readonly WaitingPayment[];
  readonly intentId: IntentId | null;
};
