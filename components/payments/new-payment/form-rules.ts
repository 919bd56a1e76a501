import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { CreatePaymentForm, CreatePaymentInput, Lengths } from '#lib/payments/create/schema/create.ts';
import { createPaymentFormWithin } from '#lib/payments/create/schema/create.ts';
import { readTypedPrice, withSentAmount } from './typed-price.ts';

/**
 * Returns the rules of the form, for a person's locale. They load separately, when the first field is checked. The
 * result has the amount in plain digits.
 */
export function formRules(
  lengths: Lengths,
  locale: string,
): Resolver<CreatePaymentInput, unknown, CreatePaymentForm> {
  const check = zodResolver(createPaymentFormWithin(lengths));
  return async (form, context, options) => {
    const typed = readTypedPrice(form, locale, lengths.currencyDecimals);
    const result = await check(withSentAmount(form, typed), context, options);
    if (typed.kind !== 'ambiguous') return result;
    // An ambiguous amount is checked as a missing one, so the result has an error at the amount.
    const amount = { ...result.errors.amount, type: 'ambiguous', message: tNewPayment('price.ambiguous') };
    return { values: {}, errors: { ...result.errors, amount } };
  };
}
