import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { optionalReasonText } from '#lib/values/reason-text.ts';
import type { Settings } from './model.ts';

/** A change of the settings that is pending approval. */
export type SettingsProposal = ProposalView<Settings>;

/** The risk categories, most serious first, one on each line. */
export const setCategoriesForm = z.object({
  businessId: z.string(),
  categories: z
    .string()
    .max(20_000, tReviewRefusals('form.longest', { count: 20_000 }))
    .refine((text) => text.split('\n').length <= 200, tReviewRefusals('form.mostLines', { count: 200 }))
    .refine(
      (text) => text.split('\n').every((line) => line.trim().length <= 200),
      tReviewRefusals('form.longest', { count: 200 }),
    ),
});

export const deskSettingsForm = z.object({
  businessId: z.string(),
  secondFromEur: z
    .string()
    .trim()
    .refine((value) => parseAmount(value) !== null, tReviewRefusals('form.secondFromEur')),
  dueHours: z
    .string()
    .trim()
    .regex(/^[0-9]{1,6}$/, tReviewRefusals('form.hours'))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(1, tReviewRefusals('form.atLeast', { count: 1 }))
        .max(720, tReviewRefusals('form.atMost', { count: 720 })),
    ),
  riskScoreFrom: z
    .string()
    .trim()
    .refine((value) => value === '' || parseAmount(value) !== null, tReviewRefusals('form.riskScore')),
  /** One word on each line. */
  twoPersonCategories: z
    .string()
    .max(5_000, tReviewRefusals('form.longest', { count: 5_000 }))
    .refine((text) => text.split('\n').length <= 50, tReviewRefusals('form.mostLines', { count: 50 }))
    .refine(
      (text) => text.split('\n').every((line) => line.trim() === '' || /[\p{L}\p{N}]/u.test(line)),
      tReviewRefusals('form.categoryWord'),
    ),
  /** Required if the change weakens control. */
  reason: optionalReasonText(5_000),
});
