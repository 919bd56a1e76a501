import * as z from 'zod';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Instant } from '#lib/values/instant.ts';
import { reasonText } from '#lib/values/reason-text.ts';
import type { Person } from '../../settings/schema-person.ts';
import type { Counterparty } from '../model.ts';
import { counterpartyKinds, maximumCounterpartyLength, watchDays } from '../model.ts';

/** An address or entity on the watch list. */
export type WatchEntry = {
  readonly watchId: string;
  readonly counterparty: Counterparty;
  readonly reason: string;
  /** Null: it doesn't expire. */
  readonly expiresAt: Instant | null;
  readonly isExpired: boolean;
  readonly version: number;
  readonly addedBy: Person;
  readonly addedAt: Instant;
  readonly changedBy: Person;
  readonly changedAt: Instant;
};

/** A page of the watch list. */
export type WatchList = {
  readonly entries: readonly WatchEntry[];
  /** The cursor of the next page. Null on the last one. */
  readonly after: string | null;
};

/** An address with its tag, or an entity, as forms name it. */
export const counterpartyField = z
  .object({
    kind: z.enum(counterpartyKinds),
    /** The address, or the name of the entity. */
    value: z.string().trim().min(1, tReviewRefusals('form.counterparty')).max(maximumCounterpartyLength),
    tag: z.string().trim().max(maximumCounterpartyLength).nullable(),
  })
  .transform(
    ({ kind, value, tag }): Counterparty =>
      kind === 'entity' ? { kind, name: value } : { kind, address: value, tag: tag === '' ? null : tag },
  );

/** `days` null: it doesn't expire. `version` null: no entry was shown. */
export const watchForm = z.object({
  businessId: z.string(),
  counterparty: counterpartyField,
  reason: reasonText(5_000),
  days: z.literal([...watchDays]).nullable(),
  version: z.int().min(1).nullable(),
});
export const unwatchForm = z.object({
  businessId: z.string(),
  watchId: z.uuid(),
  version: z.int().min(1),
});
