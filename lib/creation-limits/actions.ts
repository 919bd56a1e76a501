'use server';

import { runAction } from '#lib/access/index.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { answerLimit } from './answer-limit.ts';
import { answerPayment } from './answer-payment.ts';
import { proposePayment } from './propose-payment.ts';
import { answerLimitForm, answerPaymentForm, sendApprovedForm, setLimitForm } from './schema.ts';
import { sendApproved } from './send-approved.ts';
import { setLimit } from './set-limit.ts';

export const setLimitAction = runAction(setLimitForm, setLimit);
export const answerLimitAction = runAction(answerLimitForm, answerLimit);
export const proposePaymentAction = runAction(createPaymentForm, proposePayment);
export const answerPaymentAction = runAction(answerPaymentForm, answerPayment);
export const sendApprovedAction = runAction(sendApprovedForm, sendApproved);
