import * as z from 'zod';
import { isDay } from '#lib/lists/model/query.ts';
import { acceptances } from '#lib/observations/model/quarantine-override.ts';
import { brand } from '#lib/values/brand.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

const messageId = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => brand<MessageId>(text.toLowerCase()));

const held = {
  businessId: z.string(),
  messageId,
  /** The revision that the person saw: an act on what has changed since is refused. */
  revision: z.number().int().min(0),
};

export const releaseForm = z.object({
  ...held,
  accepted: acceptances.max(50),
  note: z.string().trim().max(2_000, 'Use at most 2,000 characters'),
});

export const rejectForm = z.object({
  ...held,
  note: z.string().trim().min(1, 'Say why it is rejected').max(2_000, 'Use at most 2,000 characters'),
});

/** What was seen: refused withdrawal callbacks up to then. */
export const acknowledgeRefusalsForm = z.object({
  businessId: z.string(),
  upTo: z.number().int().min(0).max(8.64e15).transform(instant),
  note: z.string().trim().max(2_000, 'Use at most 2,000 characters'),
});

const day = z
  .string()
  .refine((text) => text === '' || isDay(text), 'is not a day')
  .transform((text) => (text === '' ? null : text));

/** A dry run over these messages; empty and null: all of them. */
export const dryRunForm = z.object({
  businessId: z.string(),
  kind: z.enum(['deposit-received', 'withdrawal', 'deposit-exchanged']).nullable(),
  verdict: z.enum(['applied', 'new-version', 'quarantined']).nullable(),
  from: day,
  to: day,
  message: messageId.nullable(),
});

/** Rows of the list, by the parameters of its address that find just these. */
const picked = { businessId: z.string(), address: z.string().max(20_000, 'is longer than an address') };
export const selectedForm = z.object(picked);

export const rejectSelectedForm = z.object({
  ...picked,
  note: z.string().trim().min(1, 'Say why they are rejected').max(2_000, 'Use at most 2,000 characters'),
});

/** What a dry run showed, for good; or a reprocessing that is no longer wanted. */
export const reprocessingForm = z.object({
  businessId: z.string(),
  reprocessingId: z.string().refine(isUuid, 'must be a UUID'),
});
