import { tCreationLimitRefusals } from '#lib/messages/business.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';

/** The amount to send, in plain digits, or why the text is none. */
export type TypedLimit = { readonly amount: string } | { readonly problem: string };

/** Reads a limit with the separators of the person's locale, so that a German "10.000" never becomes a limit of 10. */
export function readTypedLimit(text: string, currency: string, locale: string): TypedLimit {
  // The action would remove the limit.
  if (text.trim() === '') return { problem: tCreationLimitRefusals('problem.amount') };
  const typed = readTypedAmount(text, locale, isFiatCurrency(currency) ? fiatFractionDigits(currency) : null);
  switch (typed.kind) {
    case 'amount':
      return { amount: typed.digits };
    case 'other':
      return { amount: typed.text };
    case 'ambiguous':
      return {
        problem: tCreationLimitRefusals('problem.ambiguous', formatInterpretations(typed.readings, locale)),
      };
  }
}
