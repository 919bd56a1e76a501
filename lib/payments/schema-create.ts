import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { localeTag } from '#lib/service/contract/create-payment.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  networks,
  paymentTypes,
  rateTypes,
  redirectModes,
} from '#lib/service/contract/enumerations.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { safeLink } from '#lib/values/links.ts';
import { expiryPresets, priceKinds } from './model-choices.ts';

/** The service's own limits are not shown; beyond these a client id or address is a mistake. */
const longestClientPaymentId = 255;
const longestRedirectUrl = 2_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Marks that turn the direction of text, and characters without width: two ids must not merely look alike. */
const deceptive = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const clientPaymentId = z
  .string({ error: 'Enter an ID for this payment' })
  .trim()
  .min(1, 'Enter an ID for this payment')
  .max(longestClientPaymentId, `Use at most ${longestClientPaymentId} characters`)
  .refine((text) => !control.test(text) && text.isWellFormed(), 'Remove line breaks and control characters')
  .refine((text) => !deceptive.test(text), 'Remove invisible characters');

const amount = z
  .string({ error: 'Enter an amount' })
  .trim()
  .min(1, 'Enter an amount')
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (text === '') return;
    const parsed = parseAmount(text);
    if (parsed !== null && isZero(parsed)) return refuse('Enter more than 0');
    if (parsed !== null) return;
    if (/^-/.test(text)) return refuse('Enter more than 0');
    if (/^[0-9]+,[0-9]+$/.test(text)) return refuse('Write a point before the decimals, such as 49.90');
    if (/^[0-9.,' ]+$/.test(text) && /[,' ]|\..*\./.test(text))
      return refuse('Leave out separators of thousands, such as 1234.50');
    if (/^0[0-9]/.test(text)) return refuse('Leave out the leading zero');
    if (/^[0-9]+(\.[0-9]+)?$/.test(text))
      return refuse('Use at most 35 digits before and 30 after the point');
    refuse('Enter plain digits, such as 49.90');
  });

const redirectUrl = z
  .string()
  .trim()
  .max(longestRedirectUrl, `Use at most ${longestRedirectUrl.toLocaleString('en')} characters`)
  .refine(
    (text) => text === '' || safeLink(text) !== null,
    'Enter a whole address that begins with https://',
  );

/**
 * What the form holds, every value as text. One schema for form and action: which fields are sent, and how, is
 * decided by `paymentRequest` (model-request.ts). §2.2.
 */
export const createPaymentForm = z
  .object({
    businessId: businessIdInput,
    clientPaymentId,
    priceIn: z.enum(priceKinds, 'Choose fiat or crypto'),
    amount,
    displayCurrency: z.enum(fiatCurrencies, 'Choose a currency').or(z.literal('')),
    depositCurrency: z.enum(cryptoCurrencies, 'Choose a currency').or(z.literal('')),
    network: z.enum(networks, 'Choose a network').or(z.literal('')),
    type: z.enum(paymentTypes, 'Choose a type'),
    rateType: z.enum(rateTypes, 'Choose a rate'),
    expires: z.enum(expiryPresets, 'Choose when it expires'),
    expiresMinutes: z.string().trim(),
    locale: localeTag,
    redirectUrl,
    redirectMode: z.enum(redirectModes, 'Choose where the redirect opens'),
  })
  .superRefine((form, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (form.priceIn === 'fiat' && form.displayCurrency === '')
      refuse('displayCurrency', 'Choose a currency');
    if (form.priceIn === 'crypto') {
      if (form.depositCurrency === '') refuse('depositCurrency', 'Choose a currency');
      if (form.network === '') refuse('network', 'Choose a network');
    }
    if (form.type !== 'ONE_TIME' || form.expires !== 'custom') return;
    if (!/^(0|[1-9][0-9]*)$/.test(form.expiresMinutes))
      refuse('expiresMinutes', 'Enter whole minutes, such as 90');
    else if (form.expiresMinutes.length > 15) refuse('expiresMinutes', 'Use at most 15 digits');
  });
export type CreatePaymentInput = z.input<typeof createPaymentForm>;
export type CreatePaymentForm = z.output<typeof createPaymentForm>;
