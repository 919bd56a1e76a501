import * as z from 'zod';

export const readPaymentNowForm = z.object({ businessId: z.string(), paymentId: z.string() });
export type ReadPaymentNowForm = z.output<typeof readPaymentNowForm>;

/** Result of reading a payment now. */
export type PaymentRead = {
  /** The answer had new values. */
  readonly changed: boolean;
  /** Fields that could not be read. */
  readonly flaws: number;
};

/** The result for one payment of a list of IDs. */
export type ListedPayment =
  | { readonly state: 'imported' | 'stored' | 'missing' | 'invalid' }
  | { readonly state: 'failed'; readonly message: string };
