import type { Instant } from '#lib/values/instant.ts';
import type { FailingDelivery } from '../model/failing-deliveries.ts';

/** A refused body with a valid secret. Its first part is stored for a person to look at. */
type Refusal = {
  readonly refusalId: string;
  readonly kind: string;
  readonly reason: string;
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  /** Stored bytes, at most 64 KiB. Null if the person may not see them. */
  readonly length: number | null;
};

/** Callbacks of a day that came to a wrong address or could not be stored. Only their number is stored. */
export type UnstoredDay = {
  readonly day: string;
  /** The kind in the address, or `unknown`. */
  readonly kind: string;
  /** The wrong part of the address. `unavailable`: it could not be stored and will be sent again. */
  readonly reason: string;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

type UnstoredPart = { readonly count: number; readonly days: readonly UnstoredDay[] };

/** Unstored callbacks in the groups of Overview. Days are those of the business's time zone, newest first. */
export type UnstoredView = {
  readonly timeZone: string;
  /** The last days that it covers, with today. */
  readonly dayCount: number;
  readonly misaddressed: UnstoredPart;
  readonly unavailable: UnstoredPart;
  /** Includes older ones that are not acknowledged. */
  readonly withdrawals: UnstoredPart;
};

/** Refused withdrawal callbacks that are not acknowledged, and the time up to which they are counted. */
export type UnacknowledgedWithdrawals = { readonly count: number; readonly upTo: Instant };

export type RefusalsView = {
  /** One page, newest first. */
  readonly refusals: readonly Refusal[];
  /** Start of the next page. Null on the last one. */
  readonly next: string | null;
  readonly unstored: UnstoredView;
  /** Deliveries that are still refused. */
  readonly failing: readonly FailingDelivery[];
  readonly unacknowledgedWithdrawals: UnacknowledgedWithdrawals | null;
};

/** The bytes of a refused body. They are withheld from people who may not see risk detail. */
export type RefusedBody = { readonly displayFormat: 'text' | 'hex' | 'withheld'; readonly text: string };
