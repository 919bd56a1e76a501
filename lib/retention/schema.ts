import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tRetention } from '#lib/messages/retention.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { HoldKind, Obstacle, RetentionKind } from './model.ts';
import { holdKinds, maximumYears, proposalDecisions, retentionKinds } from './model.ts';

const answer = z.enum(proposalDecisions);
const kind = z.enum(retentionKinds);
const reason = z
  .string()
  .trim()
  .min(1, tRetention('problem.reason'))
  .max(2_000, tRetention('problem.reasonLong'));

/** Empty years keep records forever. */
export const setRetentionForm = z.object({
  businessId: businessIdInput,
  kind,
  years: z
    .string()
    .trim()
    .refine(
      (text) =>
        text === '' || (/^[0-9]{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maximumYears),
      tRetention('problem.years', { maximum: maximumYears }),
    )
    .transform((text) => (text === '' ? null : Number(text))),
});

export const decideRetentionChangeForm = z.object({
  businessId: businessIdInput,
  changeId: z.uuid(),
  answer,
});

export const placeHoldForm = z.object({
  businessId: businessIdInput,
  kind: z.enum(holdKinds),
  recordId: z.string().trim().toLowerCase().refine(isUuid, tRetention('problem.recordId')),
  reason,
});

export const proposeHoldLiftForm = z.object({ businessId: businessIdInput, holdId: z.uuid(), reason });
export const decideHoldLiftForm = z.object({ businessId: businessIdInput, holdId: z.uuid(), answer });

/** A preview of what a time would remove. The reasons are those of the oldest records, which are the next to expire. */
export type ExpiryPreview = {
  /** Records without a change for longer, up to a bound. */
  readonly count: number;
  readonly isMore: boolean;
  /** The number of oldest records that were checked, and how many of them would expire. */
  readonly checked: number;
  readonly expiring: number;
  readonly obstacles: readonly { readonly obstacle: Obstacle; readonly count: number }[];
};

export type RetentionRuleView = {
  readonly kind: RetentionKind;
  /** Null keeps records forever. */
  readonly years: number | null;
  readonly preview: ExpiryPreview | null;
  /** The records that have expired so far, up to a bound. */
  readonly expired: { readonly count: number; readonly isMore: boolean };
  /** The last complete run. */
  readonly lastRun: { readonly at: Instant; readonly expired: number; readonly retained: number } | null;
};

/** A proposed shorter time. */
export type RetentionChangeView = {
  readonly changeId: string;
  readonly kind: RetentionKind;
  readonly years: number;
  readonly proposedBy: string;
  readonly proposedAt: Instant;
  readonly isMine: boolean;
  readonly preview: ExpiryPreview;
};

export type HoldView = {
  readonly holdId: string;
  readonly kind: HoldKind;
  readonly recordId: string;
  readonly reason: string;
  readonly placedBy: string;
  readonly placedAt: Instant;
  /** The proposal to lift it. */
  readonly lift: { readonly reason: string; readonly proposedBy: string; readonly isMine: boolean } | null;
};

export type RetentionView = {
  readonly rules: readonly RetentionRuleView[];
  readonly changes: readonly RetentionChangeView[];
  /** The newest active holds. */
  readonly holds: readonly HoldView[];
  readonly hasMoreHolds: boolean;
  /** This person may change times and answer proposals. */
  readonly mayManage: boolean;
};
