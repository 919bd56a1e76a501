import * as z from 'zod';
import { isDay } from '#lib/lists/model/query.ts';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { quarantineOverrides } from '#lib/observations/model/quarantine-override.ts';
import { brand } from '#lib/values/brand.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';

const tooLong = { error: tCallbackDecisions('errors.noteTooLong') };

const messageId = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => brand<MessageId>(text.toLowerCase()));

const decidedMessage = {
  businessId: z.string(),
  messageId,
  /** The revision that the person saw. A decision on an older one is refused. */
  revision: z.number().int().min(0),
};

export const releaseForm = z.object({
  ...decidedMessage,
  accepted: quarantineOverrides.max(50),
  note: z.string().trim().max(2_000, tooLong),
});

export const rejectForm = z.object({
  ...decidedMessage,
  note: reasonText(2_000),
});

/** Acknowledges the withdrawal callbacks that were refused up to `upTo`. */
export const acknowledgeRefusalsForm = z.object({
  businessId: z.string(),
  upTo: z.number().int().min(0).max(8.64e15).transform(instant),
  note: z.string().trim().max(2_000, tooLong),
});

const day = z
  .string()
  .refine((text) => text === '' || isDay(text), 'is not a day')
  .transform((text) => (text === '' ? null : text));

/** A dry run over the messages that match. Empty and null match all. */
export const dryRunForm = z.object({
  businessId: z.string(),
  kind: z.enum(['deposit-received', 'withdrawal', 'deposit-exchanged']).nullable(),
  verdict: z.enum(['applied', 'new-version', 'quarantined']).nullable(),
  from: day,
  to: day,
  message: messageId.nullable(),
});

/** Selected rows, by the address of the list that finds them. */
const selection = { businessId: z.string(), address: z.string().max(20_000, 'is longer than an address') };
export const selectedForm = z.object(selection);

export const rejectSelectedForm = z.object({
  ...selection,
  note: reasonText(2_000),
});

/** A run to apply or to stop. */
export const reprocessingForm = z.object({
  businessId: z.string(),
  reprocessingId: z.string().refine(isUuid, 'must be a UUID'),
});
