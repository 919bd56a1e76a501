import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import { authorities } from '../cases/model/authorities.ts';

const ids = { businessId: z.string(), caseId: z.string() };
const requiredText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, tReviewRefusals('form.longest', { count: limit }))
    .min(1, message);
const narrative = reasonText(50_000);
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
  authority: z.enum(authorities, tReviewRefusals('form.authority')),
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
  reason: reasonText(5_000),
});
