import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/case.ts';

export const setAlertsForm = z.object({ businessId: z.string(), wanted: z.boolean() });

/** State of the desk's mail, and the choice of the person who reads it. */
export type DeskMail = {
  readonly wanted: boolean;
  /** Number of people at the desk who get the mail. */
  readonly readers: number;
  /** Null when no mail server is configured. */
  readonly server: { readonly host: string; readonly port: number; readonly from: string } | null;
  readonly lastSentAt: Instant | null;
  readonly waiting: {
    readonly count: number;
    readonly oldestAt: Instant | null;
    readonly attempts: number;
    readonly nextTryAt: Instant | null;
    readonly lastError: string | null;
  };
  readonly failed: readonly {
    readonly mailId: string;
    readonly person: Person;
    readonly at: Instant;
    readonly attempts: number;
    readonly why: string;
  }[];
};
