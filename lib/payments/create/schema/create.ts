import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tPaymentForm } from '#lib/messages/new-payment.ts';
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
import { maximumClientIdLength, maximumRedirectLength } from '#lib/values/assumptions/limits.ts';
import type { CurrencyDecimals } from '#lib/values/currencies.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { toSafeLink } from '#lib/values/links.ts';
import { expiryPresets, priceKinds } from '../model/choices.ts';

/** Assumed limits of a client id, a redirect URL and a fiat amount. The interface does not document them (§2.2, §8). */
export type PaymentInputLimits = {
  readonly longestClientId: number;
  readonly longestRedirectUrl: number;
  /** Decimals that differ from ISO 4217. */
  readonly currencyDecimals: CurrencyDecimals;
};

/** Longest values that the database can index. */
const ceilings: Omit<PaymentInputLimits, 'currencyDecimals'> = {
  longestClientId: maximumClientIdLength,
  longestRedirectUrl: maximumRedirectLength,
};

const atMost = (most: number): string => tPaymentForm('form.tooLong', { maximum: most });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Matches direction marks and zero-width characters, which make different ids look the same. */
const deceptive = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const clientPaymentId = (most: number) =>
  z
    .string({ error: tPaymentForm('form.clientPaymentId') })
    .trim()
    .min(1, tPaymentForm('form.clientPaymentId'))
    .max(most, atMost(most))
    .refine((text) => !control.test(text) && text.isWellFormed(), tPaymentForm('form.controlCharacters'))
    .refine((text) => !deceptive.test(text), tPaymentForm('form.invisible'));

const amount = z
  .string({ error: tPaymentForm('form.amount') })
  .trim()
  .min(1, tPaymentForm('form.amount'))
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (text === '') return;
    const parsed = parseAmount(text);
    if (parsed !== null && isZero(parsed)) return refuse(tPaymentForm('form.aboveZero'));
    if (parsed !== null) return;
    if (/^-/.test(text)) return refuse(tPaymentForm('form.aboveZero'));
    if (/^[0-9]+,[0-9]+$/.test(text)) return refuse(tPaymentForm('form.decimalPoint'));
    if (/^[0-9.,' ]+$/.test(text) && /[,' ]|\..*\./.test(text)) return refuse(tPaymentForm('form.thousands'));
    if (/^0[0-9]/.test(text)) return refuse(tPaymentForm('form.leadingZero'));
    if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return refuse(tPaymentForm('form.digits'));
    refuse(tPaymentForm('form.plainDigits'));
  });

/** Returns why the amount has more decimals than its fiat currency, or null when it has not. */
export function findDecimalsProblem(
  form: { readonly priceIn: string; readonly amount: string; readonly displayCurrency: string },
  currencyDecimals: CurrencyDecimals,
): string | null {
  if (form.priceIn !== 'fiat' || parseAmount(form.amount) === null || form.displayCurrency === '')
    return null;
  const most = fiatFractionDigits(form.displayCurrency, currencyDecimals);
  if ((form.amount.split('.')[1]?.length ?? 0) <= most) return null;
  return tPaymentForm('form.decimals', { currency: form.displayCurrency, maximum: most });
}

const redirectUrl = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMost(most))
    .refine((text) => text === '' || toSafeLink(text) !== null, tPaymentForm('form.redirectUrl'));

/**
 * Validates the form in the browser and in the action (§2.2). Every value is text; `buildPaymentRequest` chooses the fields
 * to send.
 */
export const createPaymentFormWithin = (
  limits: Omit<PaymentInputLimits, 'currencyDecimals'> & Partial<PaymentInputLimits>,
) =>
  z
    .object({
      businessId: businessIdInput,
      clientPaymentId: clientPaymentId(limits.longestClientId),
      priceIn: z.enum(priceKinds, tPaymentForm('form.priceIn')),
      amount,
      displayCurrency: z.enum(fiatCurrencies, tPaymentForm('form.currency')).or(z.literal('')),
      depositCurrency: z.enum(cryptoCurrencies, tPaymentForm('form.currency')).or(z.literal('')),
      network: z.enum(networks, tPaymentForm('form.network')).or(z.literal('')),
      type: z.enum(paymentTypes, tPaymentForm('form.type')),
      rateType: z.enum(rateTypes, tPaymentForm('form.rate')),
      expires: z.enum(expiryPresets, tPaymentForm('form.expiry')),
      expiresMinutes: z.string().trim(),
      locale: localeTag,
      redirectUrl: redirectUrl(limits.longestRedirectUrl),
      redirectMode: z.enum(redirectModes, tPaymentForm('form.redirectMode')),
      /** Not sent to the service: the person accepts that this may create another payable link. */
      secondLinkAccepted: z.boolean().optional(),
    })
    .superRefine((form, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (form.priceIn === 'fiat' && form.displayCurrency === '')
        refuse('displayCurrency', tPaymentForm('form.currency'));
      const decimalsProblem =
        limits.currencyDecimals === undefined ? null : findDecimalsProblem(form, limits.currencyDecimals);
      if (decimalsProblem !== null) refuse('amount', decimalsProblem);
      if (form.priceIn === 'crypto') {
        if (form.depositCurrency === '') refuse('depositCurrency', tPaymentForm('form.currency'));
        if (form.network === '') refuse('network', tPaymentForm('form.network'));
      }
      if (form.type !== 'ONE_TIME' || form.expires !== 'custom') return;
      if (!/^(0|[1-9][0-9]*)$/.test(form.expiresMinutes))
        refuse('expiresMinutes', tPaymentForm('form.minutes'));
      else if (form.expiresMinutes.length > 15) refuse('expiresMinutes', tPaymentForm('form.minutesTooLong'));
    });

/** The action's form. `checkAgainstBusiness` checks the assumed limits later. */
export const createPaymentForm = createPaymentFormWithin(ceilings);
export type CreatePaymentInput = z.input<typeof createPaymentForm>;
export type CreatePaymentForm = z.output<typeof createPaymentForm>;
