import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';

/** The result of reading the payments of a case. `off`: reading is not set up, or the case has no payment. */
export type CaseRead =
  | { readonly kind: 'off' }
  | { readonly kind: 'read'; readonly changed: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** When the payments of a case were last read from the service. */
export type CaseReading = {
  /** False if reading is not set up, or the case has no payment: withdrawals can't be read. */
  readonly canRead: boolean;
  readonly lastReadAt: Instant | null;
  /** The last attempt of the desk, if it failed. */
  readonly failed: { readonly at: Instant; readonly reason: string } | null;
};

export const readCaseNowForm = z.object({ businessId: z.string(), caseId: z.string() });
