'use server';

import { runAction } from '#lib/access/index.ts';
import { createDetailedPaymentForm } from '#lib/payments/create/schema/details.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import { decideLimitChange } from './decide-limit-change.ts';
import { decidePaymentApproval } from './decide-payment-approval.ts';
import { proposePayment } from './propose-payment.ts';
import { sendApprovedForm, setLimitForm } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { setLimit } from './set-limit.ts';

export const setLimitAction = runAction(setLimitForm, setLimit);
export const decideLimitChangeAction = runAction(answerProposalForm, decideLimitChange);
export const proposePaymentAction = runAction(createDetailedPaymentForm, proposePayment);
export const decidePaymentApprovalAction = runAction(answerProposalForm, decidePaymentApproval);
export const sendApprovedAction = runAction(sendApprovedForm, sendApproved);
