import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';

export const restoreForm = z.object({ businessId: businessIdInput });

/** A member of the business as the backup had it. */
export type RestoredPerson = {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  /** When the access of an auditor ends. */
  readonly accessEndsAt: Instant | null;
};

/** The latest restore, for owners of a business. */
export type RestoreView = {
  readonly restoredAt: Instant;
  /** Everything committed before this time is in the restored data. */
  readonly dataUntil: Instant;
  readonly isResumed: boolean;
  /** The people to confirm. Null when they are confirmed. */
  readonly people: readonly RestoredPerson[] | null;
};
