import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import type { IntentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { CreationLimit } from './model.ts';
import { limitCurrencies, proposalDecisions } from './model.ts';

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

const answer = z.enum(proposalDecisions);
export const decideLimitChangeForm = z.object({ businessId: businessIdInput, changeId: z.uuid(), answer });
export const decidePaymentApprovalForm = z.object({
  businessId: businessIdInput,
  approvalId: z.uuid(),
  answer,
});
export const sendApprovedForm = z.object({
  businessId: businessIdInput,
  approvalId: z.uuid(),
  /** The person who sends it accepts that a second payable link may result. */
  secondLinkAccepted: z.boolean(),
});

/** A proposed higher limit. */
export type LimitChange = {
  readonly changeId: string;
  readonly currency: string;
  /** Null removes the limit. */
  readonly amount: Amount | null;
  readonly proposedBy: string;
  readonly proposedAt: Instant;
  readonly isMine: boolean;
};

export type LimitsView = {
  readonly limits: readonly CreationLimit[];
  readonly changes: readonly LimitChange[];
  /** This person may set limits and answer proposals. */
  readonly mayManage: boolean;
};

/** A payment that waits for a second person, or that was approved and not sent yet. */
export type WaitingPayment = {
  readonly approvalId: string;
  readonly clientPaymentId: string;
  readonly price: { readonly amount: Amount | null; readonly currency: string };
  readonly state: 'proposed' | 'approved';
  readonly proposedBy: string;
  readonly proposedAt: Instant;
  readonly isMine: boolean;
  /** Each field that will be sent. */
  readonly fields: readonly { readonly field: string; readonly value: string }[];
};

/** The payments that wait after an answer. `intentId` is the request that was sent. */
export type PaymentApprovalResult = {
  readonly waiting: readonly WaitingPayment[];
  readonly intentId: IntentId | null;
};
