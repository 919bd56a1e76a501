import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { Business } from '../model/businesses.ts';
import type { Store } from '../storage/store.ts';

/** A period of the past to simulate. */
export type HistoryContext = {
  readonly store: Store;
  readonly publicUrl: string;
  readonly assumed: Assumptions;
  readonly seed: number;
  readonly businesses: readonly Business[];
  /** Seconds on the sandbox's clock. */
  readonly from: number;
  readonly to: number;
  /** Total payments of each business. */
  readonly payments: number;
};

/** An action at a time (seconds). */
export type HistoryStep = { readonly at: number; readonly act: () => void };
