import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { HoldKind, Obstacle, RetentionKind } from './model.ts';
import { holdKinds, maximumYears, parseYears, retentionKinds } from './model.ts';

const kind = z.enum(retentionKinds);
const reason = reasonText(2_000);

/** Empty years keep records forever. */
export const setRetentionForm = z.object({
  businessId: businessIdInput,
  kind,
  years: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || parseYears(text) !== null,
      tRetention('problem.years', { maximum: maximumYears }),
    )
    .transform((text) => (text === '' ? null : Number(text))),
});

export const previewRetentionForm = z.object({
  businessId: businessIdInput,
  kind,
  years: z.int().min(1).max(maximumYears),
});

export const placeHoldForm = z.object({
  businessId: businessIdInput,
  kind: z.enum(holdKinds),
  /** The ID of the record, the reference of a payment or withdrawal, or the number of a case. */
  recordId: z.string().trim().min(1, tRetention('problem.recordId')).max(255, tRetention('problem.recordId')),
  reason,
});

export const proposeHoldLiftForm = z.object({ businessId: businessIdInput, holdId: z.uuid(), reason });

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

/** A proposed shorter time. `before` is the present one, and null keeps records forever. */
export type RetentionProposal = Omit<ProposalView<number | null>, 'subject' | 'after'> & {
  readonly kind: RetentionKind;
  readonly years: number;
};

/** A proposed shorter time with what it would remove. */
export type RetentionChangeView = RetentionProposal & { readonly preview: ExpiryPreview };

/** The record that may expire once its hold is lifted. */
export type LiftedRecord = { readonly kind: HoldKind; readonly recordId: string };
/** A record that can be put under a hold, and the active holds on it and on what protects it. */
export type HeldRecord = { readonly kind: Exclude<HoldKind, 'audit'>; readonly recordId: string };
export type RecordHolds = { readonly record: HeldRecord; readonly holds: readonly HoldView[] };
export type LiftProposal = ProposalView<LiftedRecord>;

export type HoldView = {
  readonly holdId: string;
  readonly kind: HoldKind;
  readonly recordId: string;
  /** The reference of the record, or the number of the case. Null if it has none. */
  readonly name: string | null;
  readonly reason: string;
  readonly placedBy: string;
  readonly placedAt: Instant;
  /** The proposal to lift it. */
  readonly lift: LiftProposal | null;
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
