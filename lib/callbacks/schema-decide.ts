import * as z from 'zod';
import { acceptances } from '#lib/observations/model-acceptance.ts';
import { brand } from '#lib/values/brand.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';

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
  note: z.string().trim().max(2_000, 'is longer than 2,000 characters'),
});

export const rejectForm = z.object({
  ...held,
  note: z.string().trim().min(1, 'say why it is rejected').max(2_000, 'is longer than 2,000 characters'),
});
