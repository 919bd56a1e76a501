import * as z from 'zod';
import type { PaymentOfDeposits } from '../contents/deposits.ts';

/** The fields of a create request (§2.2) that the harness uses. */
export const createRequest = z.object({ businessId: z.string(), clientPaymentId: z.string() });

/** §2.3, required fields only. */
export function paymentRecord(payment: PaymentOfDeposits, status: string): Record<string, unknown> {
  return {
    paymentId: payment.paymentId,
    clientPaymentId: payment.clientPaymentId,
    businessId: payment.businessId,
    locale: 'en',
    status,
    rateType: 'FIXED',
    type: 'ONE_TIME',
    url: `https://checkout.example/${payment.paymentId}`,
    processorType: 'BLOCKCHAIN',
    displayCurrency: 'EUR',
    expectedDisplayAmount: '49.90',
    actualDisplayAmount: '0',
    actualDisplayDistributedUserServiceFee: '0',
    actualDepositAmount: '0',
    actualDepositDistributedUserServiceFee: '0',
    actualUniformAmount: '0',
    userServiceFeeDistributionPercentage: '0',
    expirationMinutes: 30,
    paymentInitiatedAt: Math.floor(Date.now() / 1_000),
    deposits: [],
  };
}

/** §4.1. */
export const createAnswer = (payment: PaymentOfDeposits): string =>
  JSON.stringify({
    paymentInfo: paymentRecord(payment, 'NEW'),
    paymentUrl: `https://checkout.example/${payment.paymentId}`,
  });
