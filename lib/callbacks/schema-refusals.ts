import type { Instant } from '#lib/values/instant.ts';

/** A body that came with a right secret and was refused: its beginning was kept for a person to look at. */
type Refusal = {
  readonly refusalId: string;
  readonly kind: string;
  readonly reason: string;
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that were kept, at most 64 KiB. */
  readonly length: number;
};

/** Callbacks to a wrong address, of which nothing is kept but their number. */
export type Misaddressed = {
  readonly hour: Instant;
  /** What was wrong: the secret, or the kind. */
  readonly reason: string;
  readonly count: number;
};

export type RefusalsView = {
  /** Newest first. */
  readonly refusals: readonly Refusal[];
  /** Where the next page begins; null where this is the last. */
  readonly next: string | null;
  readonly misaddressed: readonly Misaddressed[];
};

/** The bytes of a refused body, for those who may see risk detail, as nobody knows what is in it. */
export type RefusedBody = { readonly shownAs: 'text' | 'hex' | 'withheld'; readonly text: string };
