import * as z from 'zod';
import { tReviewTemplates } from '#lib/messages/reviews.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { DecisionKind } from '../model.ts';
import { decisionKinds } from '../model.ts';

/** The current version of a template for the reason of a decision. */
export type ReasonTemplate = {
  readonly templateId: string;
  readonly version: number;
  readonly kind: DecisionKind;
  readonly name: string;
  readonly text: string;
};

/** The most templates of a business. */
export const maximumReasonTemplates = 100;

/** `templateId` is null for a new template. `version` is the version that the person changes. */
export const saveReasonTemplateForm = z.object({
  businessId: z.string(),
  templateId: z.uuid().nullable(),
  version: z.int().min(0),
  kind: z.enum(decisionKinds, tReviewTemplates('refusals.kind')),
  name: z
    .string()
    .trim()
    .min(1, tReviewTemplates('refusals.name'))
    .max(80, tReviewTemplates('refusals.name')),
  text: reasonText(5_000),
});

export const removeReasonTemplateForm = z.object({
  businessId: z.string(),
  templateId: z.uuid(),
  version: z.int().min(1),
});
