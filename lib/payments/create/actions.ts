'use server';

import { runAction } from '#lib/access/index.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentForm } from './schema/create.ts';
import { sendAgainForm } from './schema/intent.ts';
import { sendAgain } from './send-again.ts';

export const createPaymentAction = runAction(createPaymentForm, createPayment);
export const sendAgainAction = runAction(sendAgainForm, sendAgain);
