import * as z from 'zod';

export const readPaymentNowForm = z.object({ businessId: z.string(), paymentId: z.string() });
export type ReadPaymentNowForm = z.output<typeof readPaymentNowForm>;

/** What came of asking the service for a payment now. */
export type PaymentRead = {
  /** Whether anything was new in it. */
  readonly changed: boolean;
  /** Fields that could not be read. */
  readonly flaws: number;
};
