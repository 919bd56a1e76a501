import { splitLabels } from '#lib/payments/create/model/details.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import type {
  CreationDetails,
  CreationDetailsForm,
  FormerPayment,
} from '#lib/payments/create/schema/details.ts';
import type { CurrencyDecimals } from '#lib/values/currencies.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import type { TypedAmount } from '#lib/values/typed-amount.ts';
import { readTypedAmount } from '#lib/values/typed-amount.ts';

/** Leaves out letters and digits that are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a client payment ID that can be read aloud and sorted by day: `PAY-20261120-7KQ4M2`. */
export function suggestId(day: string, random: Uint8Array): string {
  const tail = Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('');
  return `PAY-${day.replaceAll('-', '')}-${tail}`;
}

/** Returns a new client payment ID. Runs on the server and in the browser. */
export const createSuggestedId = (now: Date): string =>
  suggestId(now.toISOString().slice(0, 10), crypto.getRandomValues(new Uint8Array(6)));

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

/** Returns the form with the amount as it is sent. It is empty while the text is ambiguous. */
export function withSentAmount<Form extends TypedPrice>(form: Form, typed: TypedAmount): Form {
  if (typed.kind === 'other') return form;
  return { ...form, amount: typed.kind === 'amount' ? typed.digits : '' };
}

/** Returns true if the amount has more decimals than its fiat currency. */
export const hasExcessDecimals = (
  { priceIn, amount, displayCurrency }: TypedPrice,
  currencyDecimals: CurrencyDecimals,
): boolean =>
  priceIn === 'fiat' &&
  displayCurrency !== '' &&
  (amount.trim().split('.')[1]?.length ?? 0) > fiatFractionDigits(displayCurrency, currencyDecimals);

/** The note and the labels as typed. */
export type TypedDetails = { readonly note: string; readonly labels: string };

/** Returns the saved details of a request as text. */
export const toTypedDetails = (saved: CreationDetails | null): TypedDetails => ({
  note: saved?.note ?? '',
  labels: saved?.labels.join(', ') ?? '',
});

/**
 * Returns the details to send. Empty fields remove what an earlier attempt saved. The correction of a request keeps the
 * former payment that the request has.
 */
export const toSentDetails = (
  { note, labels }: TypedDetails,
  { former, isCorrection }: { former: FormerPayment | null; isCorrection: boolean },
): CreationDetailsForm => ({
  note,
  labels: [...splitLabels(labels)],
  ...(former !== null && { formerPaymentId: former.paymentId, isRemainder: former.isRemainder }),
  ...(former === null && !isCorrection && { formerPaymentId: null }),
});

/** Parameters of the page that name the payment whose terms the form repeats. */
const formerParameters = ['again', 'like', 'rest'] as const;

/**
 * Returns the address of the form for the way back from the sign-in: with its request, or else with the payment that it
 * repeats.
 */
export function toFormAddress(
  businessId: string,
  intentId: string | null,
  query: { readonly get: (name: string) => string | null },
): string {
  const kept = new URLSearchParams();
  if (intentId !== null) kept.set('intent', intentId);
  else
    for (const name of formerParameters) {
      const value = query.get(name);
      if (value !== null) kept.set(name, value);
    }
  const path = `/${businessId}/payments/new`;
  return kept.size === 0 ? path : `${path}?${kept}`;
}
