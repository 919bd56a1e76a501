'use server';

import { runAction } from '#lib/access/index.ts';
import { readListedPayment } from './read-listed-payment.ts';
import { readPaymentNow } from './read-payment-now.ts';
import { readPaymentNowForm } from './schema.ts';

export const readPaymentNowAction = runAction(readPaymentNowForm, readPaymentNow);
export const readListedPaymentAction = runAction(readPaymentNowForm, readListedPayment);
