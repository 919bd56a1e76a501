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
import { mostClientIdCharacters, mostRedirectCharacters } from '#lib/values/assumptions/limits.ts';
import { safeLink } from '#lib/values/links.ts';
import { expiryPresets, priceKinds } from '../model/choices.ts';

/** How long a client id and an address may be: the service's own limits are not shown (§8). */
export type Lengths = { readonly longestClientId: number; readonly longestRedirectUrl: number };

/** Beyond these nothing could be looked up by them, whatever is assumed. */
const ceilings: Lengths = {
  longestClientId: mostClientIdCharacters,
  longestRedirectUrl: mostRedirectCharacters,
};

const atMost = (most: number): string => `Use at most ${most.toLocaleString('en')} characters`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Marks that turn the direction of text, and characters without width: two ids must not merely look alike. */
const deceptive = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const clientPaymentId = (most: number) =>
  z
    .string({ error: 'Enter an ID for this payment' })
    .trim()
    .min(1, 'Enter an ID for this payment')
    .max(most, atMost(most))
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

const redirectUrl = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMost(most))
    .refine(
      (text) => text === '' || safeLink(text) !== null,
      'Enter a whole address that begins with https://',
    );

/**
 * What the form holds, every value as text. One schema for form and action: which fields are sent, and how, is
 * decided by `paymentRequest` (model-request.ts). §2.2.
 */
export const createPaymentFormWithin = (lengths: Lengths) =>
  z
    .object({
      businessId: businessIdInput,
      clientPaymentId: clientPaymentId(lengths.longestClientId),
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
      redirectUrl: redirectUrl(lengths.longestRedirectUrl),
      redirectMode: z.enum(redirectModes, 'Choose where the redirect opens'),
      /** Not sent: a person read that another payable link may come of it. */
      secondLinkAccepted: z.boolean().optional(),
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

/** The form as the action takes it: the lengths that are assumed are held against it before anything is kept (pre-flight.ts). */
export const createPaymentForm = createPaymentFormWithin(ceilings);
export type CreatePaymentInput = z.input<typeof createPaymentForm>;
export type CreatePaymentForm = z.output<typeof createPaymentForm>;
