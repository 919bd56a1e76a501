import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tPaymentTemplateRefusals, tTemplateDialogs } from '#lib/messages/payment-templates.ts';
import { expiryPresets, priceKinds } from '#lib/payments/create/model/choices.ts';
import { localeTag } from '#lib/service/contract/create-payment.ts';
import { paymentTypes, rateTypes, redirectModes } from '#lib/service/contract/enumerations.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { maximumRedirectLength } from '#lib/values/assumptions/limits.ts';
import { cryptoCurrencies, fiatCurrencies, networks } from '#lib/values/currencies.ts';
import type { TemplateFields } from './model.ts';
import { examplePattern, findPatternProblem } from './model.ts';

/** Longest name and pattern. */
export const templateLimits = { name: 60, pattern: 200 } as const;

const templateId = z.uuid();
const isPlain = (text: string): boolean =>
  !/[\p{Cc}\p{Bidi_Control}\u200b-\u200f\u2060-\u2069\ufeff]/u.test(text) && text.isWellFormed();
const name = z
  .string()
  .trim()
  .min(1, tPaymentTemplateRefusals('problem.nameMissing'))
  .max(templateLimits.name, tPaymentTemplateRefusals('problem.tooLong', { maximum: templateLimits.name }))
  .refine(isPlain, tPaymentTemplateRefusals('problem.invisible'));

/** Empty text: the template has no pattern. */
const clientIdPattern = z
  .string()
  .trim()
  .max(
    templateLimits.pattern,
    tPaymentTemplateRefusals('problem.tooLong', { maximum: templateLimits.pattern }),
  )
  .refine(isPlain, tPaymentTemplateRefusals('problem.invisible'))
  .superRefine((text, context) => {
    const problem = text === '' ? null : findPatternProblem(text);
    if (problem !== null)
      context.addIssue({
        code: 'custom',
        message: tTemplateDialogs(`pattern.problems.${problem}`, { example: examplePattern }),
      });
  });

const fields = z.object({
  priceIn: z.enum(priceKinds),
  amount: z
    .string()
    .trim()
    .refine((text) => text === '' || parseAmount(text) !== null, tPaymentTemplateRefusals('problem.amount')),
  displayCurrency: z.enum(fiatCurrencies).or(z.literal('')),
  depositCurrency: z.enum(cryptoCurrencies).or(z.literal('')),
  network: z.enum(networks).or(z.literal('')),
  type: z.enum(paymentTypes),
  rateType: z.enum(rateTypes),
  expires: z.enum(expiryPresets),
  expiresMinutes: z.string().trim().max(15).refine(isPlain, tPaymentTemplateRefusals('problem.invisible')),
  locale: localeTag,
  redirectUrl: z
    .string()
    .trim()
    .max(maximumRedirectLength)
    .refine(isPlain, tPaymentTemplateRefusals('problem.invisible')),
  redirectMode: z.enum(redirectModes),
});

export const saveTemplateForm = z.object({
  businessId: businessIdInput,
  name,
  shared: z.boolean(),
  fields,
  clientIdPattern,
});

/** Null leaves a part unchanged. An empty pattern removes the pattern. */
export const changeTemplateForm = z.object({
  businessId: businessIdInput,
  templateId,
  name: name.nullable(),
  shared: z.boolean().nullable(),
  fields: fields.nullable().default(null),
  clientIdPattern: clientIdPattern.nullable().default(null),
});

export const templateForm = z.object({ businessId: businessIdInput, templateId });

/** A value that the business's record or the interface no longer allows. */
export type TemplateProblem = { readonly field: string; readonly message: string };

export type TemplateView = {
  readonly templateId: string;
  readonly name: string;
  /** Visible to everyone who may create payments in the business. */
  readonly shared: boolean;
  /** This person owns it. */
  readonly isMine: boolean;
  readonly owner: string;
  readonly fields: TemplateFields;
  readonly clientIdPattern: string | null;
  /** The client payment ID with the next number, as of now. Another person may get it first. */
  readonly nextClientId: string | null;
  /** Values that no longer fit the business. Empty when all do. */
  readonly problems: readonly TemplateProblem[];
};

/** The templates of a person, and today's date in the time zone of the business for previews of patterns. */
export type TemplatesView = { readonly templates: readonly TemplateView[]; readonly today: string };
