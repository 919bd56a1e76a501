'use server';

import { runAction } from '#lib/access/index.ts';
import { createPayment } from './create-payment.ts';
import { recordNotCreated } from './record-not-created.ts';
import { createDetailedPaymentForm } from './schema/details.ts';
import { intentForm, sendAgainForm } from './schema/intent.ts';
import { sendAgain } from './send-again.ts';

export const createPaymentAction = runAction(createDetailedPaymentForm, createPayment);
export const sendAgainAction = runAction(sendAgainForm, sendAgain);
export const recordNotCreatedAction = runAction(intentForm, recordNotCreated);
