import type { Instant } from '#lib/values/instant.ts';
import type { FailingDelivery } from '../model/failing.ts';

/** A body that came with a right secret and was refused: its beginning was kept for a person to look at. */
type Refusal = {
  readonly refusalId: string;
  readonly kind: string;
  readonly reason: string;
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that were kept, at most 64 KiB. Null where the person may not see them. */
  readonly length: number | null;
};

/** A day's callbacks that came to a wrong address or could not be kept: nothing of them is here but their number. */
export type UnstoredDay = {
  readonly day: string;
  /** As the address told; `unknown` where it did not. */
  readonly kind: string;
  /** What was wrong with the address; `unavailable`: we could not keep it and asked it to come again. */
  readonly reason: string;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

type NotKeptOf = { readonly count: number; readonly days: readonly UnstoredDay[] };

/** By what Overview tells apart; days are cut in the business's time zone, the newest first. */
export type UnstoredView = {
  readonly timeZone: string;
  readonly misaddressed: NotKeptOf;
  readonly unavailable: NotKeptOf;
  /** Older ones too, where nobody has acknowledged them. */
  readonly withdrawals: NotKeptOf;
};

/** Refused withdrawal callbacks that nobody has acknowledged, and up to when those are. */
export type UnseenWithdrawals = { readonly count: number; readonly upTo: Instant };

export type RefusalsView = {
  /** Newest first. */
  readonly refusals: readonly Refusal[];
  /** Where the next page begins; null where this is the last. */
  readonly next: string | null;
  readonly notKept: UnstoredView;
  /** What is refused to this day. */
  readonly failing: readonly FailingDelivery[];
  readonly unseenWithdrawals: UnseenWithdrawals | null;
};

/** The bytes of a refused body, for those who may see risk detail, as nobody knows what is in it. */
export type RefusedBody = { readonly shownAs: 'text' | 'hex' | 'withheld'; readonly text: string };
