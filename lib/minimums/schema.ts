import * as z from 'zod';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { readSearch, searchLength } from '#lib/lists/model/query.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';

export const refreshMinimumsForm = z.object({ businessId: businessIdInput });

const text = z.string().trim().max(searchLength).catch('');
/** As every list reads it: what is too long is kept, and nothing is found by it. */
const search = z
  .string()
  .transform((typed) => readSearch(typed) ?? '')
  .catch('');

/** Which minimums the address of the page asks for. What can't be understood is left out. */
export const minimumsQuery = z.object({ q: search, depositCurrency: text });
export type MinimumsQuery = z.output<typeof minimumsQuery>;

/** §2.8: the smallest deposit of `coin` on `network`, stated in `currency` (the coin itself or a display currency). */
export type Minimum = {
  readonly coin: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: Amount;
};

/** Null `before`: it was not there; null `after`: it is gone. Neither is 0. */
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
  /** Entries that could not be read as amounts. */
  readonly flaws: readonly { readonly path: string; readonly problem: string }[];
  /** What the newest content changed, and when it was first seen; null where there was none before. */
  readonly changed: { readonly at: Instant; readonly changes: readonly MinimumChange[] } | null;
};
