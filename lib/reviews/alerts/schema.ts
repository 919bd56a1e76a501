import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../schema/case.ts';

export const setAlertsForm = z.object({ businessId: z.string(), wanted: z.boolean() });

/** How the desk's mail fares, and whether the person who asks gets it. */
export type DeskMail = {
  readonly wanted: boolean;
  /** How many people of the desk get it. */
  readonly readers: number;
  /** Null: no mail server is named, so none leaves. */
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
