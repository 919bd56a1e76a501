import * as z from 'zod';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { isUuid } from '#lib/values/ids.ts';
import { JsonNumber } from '#lib/values/json.ts';
import {
  cryptoCurrencies,
  fiatCurrencies,
  languages,
  networks,
  paymentTypes,
  rateTypes,
  redirectModes,
} from './enumerations.ts';
import { isNotEmpty } from './fields.ts';

const requestedAmount = z.string({ error: 'must be a string of digits' }).superRefine((text, context) => {
  const amount = parseAmount(text);
  if (amount === null) context.addIssue({ code: 'custom', message: 'must be plain digits, such as 49.90' });
  else if (isZero(amount)) context.addIssue({ code: 'custom', message: 'must be more than 0' });
});

/** A language and region with `-` or `_`, or a bare ISO 639-1 code, in one of twelve languages (§2.2). */
export const localeTag = z
  .string()
  .regex(
    /^[a-z]{2}(?:[-_][A-Za-z0-9]{2,8})*$/,
    'must be a language such as en, or a language and region such as en-GB',
  )
  .refine(
    (tag) => languages.some((language) => tag.slice(0, 2) === language),
    `must be in one of ${languages.join(', ')}`,
  );

const minutes = z
  .union([z.number(), z.instanceof(JsonNumber).transform((value) => Number(value.text))])
  .pipe(
    z
      .number()
      .int('must be a whole number of minutes')
      .min(0, 'must be 0 or more')
      .max(Number.MAX_SAFE_INTEGER),
  );

const absoluteLink = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  return ['https:', 'http:'].includes(new URL(text).protocol);
}, 'must be a whole address that begins with https://');

/**
 * CreatePaymentRequest (§2.2), with every rule of its table. Fields that don’t apply are left out: the interface has
 * neither null nor an empty string for a missing value.
 */
export const createPaymentRequest = z
  .object({
    clientPaymentId: z.string().refine(isNotEmpty, 'is required'),
    businessId: z.string().refine(isUuid, 'must be a UUID'),
    locale: localeTag,
    type: z.enum(paymentTypes).optional(),
    displayCurrency: z.enum(fiatCurrencies).optional(),
    displayAmount: requestedAmount.optional(),
    depositCurrency: z.enum(cryptoCurrencies).optional(),
    depositAmount: requestedAmount.optional(),
    network: z.enum(networks).optional(),
    rateType: z.enum(rateTypes).optional(),
    expirationMinutes: minutes.optional(),
    redirectUrl: absoluteLink.optional(),
    redirectMode: z.enum(redirectModes).optional(),
  })
  .superRefine((request, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { displayCurrency, displayAmount, depositCurrency, depositAmount, network } = request;
    if (displayCurrency && depositCurrency)
      refuse('depositCurrency', 'must be left out when displayCurrency is given');
    if (!displayCurrency && !depositCurrency) refuse('displayCurrency', 'or depositCurrency is required');
    if (displayCurrency && !displayAmount) refuse('displayAmount', 'is required with displayCurrency');
    if (depositCurrency && !depositAmount) refuse('depositAmount', 'is required with depositCurrency');
    if (depositCurrency && !network) refuse('network', 'is required with depositCurrency');
    if (displayAmount && !displayCurrency) refuse('displayAmount', 'needs displayCurrency');
    if (depositAmount && !depositCurrency) refuse('depositAmount', 'needs depositCurrency');
    if (network && !depositCurrency) refuse('network', 'needs depositCurrency');
    if (request.type !== 'REUSABLE') return;
    if (request.rateType === 'FIXED')
      refuse('rateType', 'must be FLOATING or left out when type is REUSABLE');
    if (request.expirationMinutes !== undefined)
      refuse('expirationMinutes', 'must be left out when type is REUSABLE');
  });
export type CreatePaymentRequest = z.output<typeof createPaymentRequest>;
