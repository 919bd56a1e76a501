import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/person.ts';

/** A suspicious activity report on its case. Version 0 is an empty report that was never saved. */
export type CaseReport = {
  readonly version: number;
  readonly narrative: string;
  readonly reference: string | null;
  readonly savedBy: Person | null;
  readonly savedAt: Instant | null;
  readonly filedBy: Person | null;
  readonly filedAt: Instant | null;
  /** The day on which the authority received it, as `2026-11-25`. Null for reports filed before it was recorded. */
  readonly filedOn: string | null;
  /** Later versions that the authority received as well, oldest first. */
  readonly amendments: readonly ReportAmendment[];
};

type ReportAmendment = {
  readonly number: number;
  readonly narrative: string;
  readonly reference: string;
  readonly filedOn: string;
  readonly reason: string;
  readonly filedBy: Person;
  readonly filedAt: Instant;
};

const ids = { businessId: z.string(), caseId: z.string() };
const requiredText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, tReviewRefusals('form.longest', { count: limit }))
    .min(1, message);
const narrative = requiredText(50_000, tReviewRefusals('form.narrative'));
const reference = requiredText(200, tReviewRefusals('form.reportReference'));
const filedOn = z.iso.date(tReviewRefusals('form.filedOn'));
export const saveReportForm = z.object({
  ...ids,
  version: z.int().min(0),
  narrative,
});
export const fileReportForm = z.object({
  ...ids,
  version: z.int().min(1),
  reference,
  filedOn,
});
export const amendReportForm = z.object({
  ...ids,
  /** The number of amendments that the person saw. */
  amendments: z.int().min(0),
  narrative,
  reference,
  filedOn,
  reason: requiredText(5_000, tReviewRefusals('form.reason')),
});
