import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';

/** In the order in which they are shown. An intent is a request of which no payment came, as far as is known. */
export const hitKinds = ['payment', 'intent', 'deposit', 'withdrawal'] as const;
export type HitKind = (typeof hitKinds)[number];

/** The lists in which hits of these kinds stand: a request only while its outcome is in doubt. */
export const searchedLists = {
  payment: 'payments',
  intent: 'exceptions',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
} as const satisfies Readonly<Record<HitKind, string>>;
export type SearchedList = (typeof searchedLists)[HitKind];

/** A record that what was typed leads to, and by which of its identifiers. */
export type SearchHit = {
  readonly kind: HitKind;
  readonly id: string;
  /** The merchant's own reference, where one is known. */
  readonly reference: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  /** Null where the amount is as its record tells it. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly at: Instant;
  /** The service's name of the identifier that matched, and its value. */
  readonly field: string;
  readonly value: string;
};

export type SearchView = {
  readonly hits: readonly SearchHit[];
  /** There are more than are given. */
  readonly more: boolean;
  /** The lists whose own search finds some of them, those too that are not given. */
  readonly lists: readonly SearchedList[];
  /** Whether whoever searched may open requests where they are made. */
  readonly mayCreate: boolean;
};
