import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/case.ts';
import type { Settings } from './model.ts';

/** What a person does with a proposal. */
export const controlAnswers = ['approve', 'decline', 'withdraw'] as const;

/** A change of the settings that waits for a second person. */
export type SettingsProposal = {
  readonly changeId: string;
  readonly from: Settings;
  readonly to: Settings;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
  /** The settings have changed since, so that it can only be declined or withdrawn. */
  readonly isOutdated: boolean;
};

const answer = {
  answer: z.enum(controlAnswers),
  comment: z.string().trim().max(5_000, 'At most 5,000 characters'),
};

export const answerDeskChangeForm = z.object({ businessId: z.string(), changeId: z.string(), ...answer });

export const answerReopeningForm = z.object({
  businessId: z.string(),
  caseId: z.string(),
  version: z.int('Reload the page').min(1),
  ...answer,
});
