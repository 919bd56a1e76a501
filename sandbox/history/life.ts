import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { Business } from '../model/businesses.ts';
import type { Store } from '../storage/store.ts';

/** A stretch of the past that is to be lived through. */
export type Life = {
  readonly store: Store;
  readonly publicUrl: string;
  readonly assumed: Assumptions;
  readonly seed: number;
  readonly businesses: readonly Business[];
  /** Seconds on the sandbox's clock. */
  readonly from: number;
  readonly to: number;
  /** Payments of each business in all that time. */
  readonly payments: number;
};

/** Something that somebody does at a moment (seconds). */
export type Step = { readonly at: number; readonly act: () => void };
