import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { MinimumCheck } from './minimum-check.tsx';

/** The form as it is sent, with what its price is compared with. */
export type PricedForm = {
  readonly values: CreatePaymentInput;
  readonly accepted: AcceptedTerms;
  readonly minimums: MinimumsSnapshot;
};

/** Compares the entered price with the minimums. Shows nothing without a price. */
export function PriceCheck({ values, accepted, minimums }: PricedForm) {
  const amount = parseAmount(values.amount.trim());
  const isCrypto = values.priceIn === 'crypto';
  const currency = isCrypto ? values.depositCurrency : values.displayCurrency;
  if (amount === null || currency === '') return null;
  return (
    <MinimumCheck
      amount={amount}
      currency={currency}
      coin={isCrypto ? values.depositCurrency : null}
      network={isCrypto ? values.network : null}
      accepted={accepted}
      snapshot={minimums}
    />
  );
}
