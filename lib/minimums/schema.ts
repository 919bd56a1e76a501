import * as z from 'zod';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { normalizeSearchText, searchLength } from '#lib/lists/model/search-text.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';

export const refreshMinimumsForm = z.object({ businessId: businessIdInput });

const text = z.string().trim().max(searchLength).catch('');
/** As in every list: a text that is too long is preserved and matches nothing. */
const search = z
  .string()
  .transform((input) => normalizeSearchText(input) ?? '')
  .catch('');

/** Minimums that the URL selects. Invalid values are ignored. */
export const minimumsQuery = z.object({ q: search, depositCurrency: text });
export type MinimumsQuery = z.output<typeof minimumsQuery>;

/**
 * §2.8: the smallest deposit of `coin` on `network`, stated in `currency` (the coin itself or a display currency).
 */
export type Minimum = {
  readonly coin: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: Amount;
};

/** Null `before`: added. Null `after`: removed. Neither is 0. */
export type MinimumChange = {
  readonly coin: string;
  readonly network: string;
  readonly currency: string;
  readonly before: Amount | null;
  readonly after: Amount | null;
};

export type MinimumsView = ReadingTimes & {
  /** Null: never read. Sorted by coin, network, currency. */
  readonly minimums: readonly Minimum[] | null;
  /** Entries that are not valid amounts. */
  readonly flaws: readonly { readonly path: string; readonly problem: string }[];
  /** Changes of the newest content and when it was first read. Null without an earlier reading. */
  readonly changed: { readonly at: Instant; readonly changes: readonly MinimumChange[] } | null;
};
