import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/case.ts';
import type { Settings } from './model.ts';

/** The answers to a proposal. */
export const proposalDecisions = ['approve', 'decline', 'withdraw'] as const;

/** A change of the settings that is pending approval. */
export type SettingsProposal = {
  readonly changeId: string;
  readonly from: Settings;
  readonly to: Settings;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
  /** True if the settings have changed since. The proposal can then only be declined or withdrawn. */
  readonly isOutdated: boolean;
};

/** The last proposed change of the settings, if a second person declined it. */
export type DeclinedSettings = {
  readonly proposal: SettingsProposal;
  readonly declinedBy: Person;
  readonly declinedAt: Instant;
  readonly comment: string;
};

const answer = {
  answer: z.enum(proposalDecisions),
  comment: z
    .string()
    .trim()
    .max(5_000, tReviewRefusals('form.longest', { count: 5_000 })),
};

export const decideDeskChangeForm = z.object({ businessId: z.string(), changeId: z.string(), ...answer });

export const decideReopeningForm = z.object({
  businessId: z.string(),
  caseId: z.string(),
  version: z.int(tReviewRefusals('form.reload')).min(1),
  ...answer,
});

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
