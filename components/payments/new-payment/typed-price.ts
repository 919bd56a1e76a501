import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type { CurrencyDecimals } from '#lib/values/currencies.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import type { TypedAmount } from '#lib/values/typed-amount.ts';
import { readTypedAmount } from '#lib/values/typed-amount.ts';

type TypedPrice = Pick<CreatePaymentInput, 'priceIn' | 'amount' | 'displayCurrency'>;

/** Reads the amount of the form with the separators of the person's locale. */
export const readTypedPrice = (
  { priceIn, amount, displayCurrency }: TypedPrice,
  locale: string,
  currencyDecimals: CurrencyDecimals,
): TypedAmount =>
  readTypedAmount(
    amount,
    locale,
    priceIn === 'fiat' ? fiatFractionDigits(displayCurrency, currencyDecimals) : null,
  );

/** Returns true if the amount has more decimals than its fiat currency, before the rules are loaded. */
export const hasExcessDecimals = (
  { priceIn, amount, displayCurrency }: TypedPrice,
  currencyDecimals: CurrencyDecimals,
): boolean =>
  priceIn === 'fiat' &&
  displayCurrency !== '' &&
  (amount.trim().split('.')[1]?.length ?? 0) > fiatFractionDigits(displayCurrency, currencyDecimals);

/** Returns the form with the amount as it is sent. It is empty while the text is ambiguous. */
export function withSentAmount<Form extends TypedPrice>(form: Form, typed: TypedAmount): Form {
  if (typed.kind === 'other') return form;
  return { ...form, amount: typed.kind === 'amount' ? typed.digits : '' };
}
