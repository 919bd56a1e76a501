'use server';

import { runAction } from '#lib/access/index.ts';
import { createDetailedPaymentForm } from '#lib/payments/create/schema/details.ts';
import { answerLimit } from './answer-limit.ts';
import { answerPayment } from './answer-payment.ts';
import { proposePayment } from './propose-payment.ts';
import { answerLimitForm, answerPaymentForm, sendApprovedForm, setLimitForm } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { setLimit } from './set-limit.ts';

export const setLimitAction = runAction(setLimitForm, setLimit);
export const answerLimitAction = runAction(answerLimitForm, answerLimit);
export const proposePaymentAction = runAction(createDetailedPaymentForm, proposePayment);
export const answerPaymentAction = runAction(answerPaymentForm, answerPayment);
export const sendApprovedAction = runAction(sendApprovedForm, sendApproved);
