import { randomInt } from 'node:crypto';
import type { Business } from '../model/businesses.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../storage/store.ts';
import { generateHistory } from './generator.ts';
import type { HistoryContext } from './history-context.ts';

const firstMonths = 4;
const firstPayments = 260;
const month = 30 * 86_400 + 36_000;

/** A requested past: its length, and the number of payments for each business. */
export type HistoryRequest = {
  readonly businesses: readonly Business[];
  readonly months: number;
  readonly payments: number;
  readonly seed?: number | undefined;
};

/**
 * Gives merchants a past that ends now (seconds on the sandbox's clock), in addition to their existing data. No
 * callback of it is sent. Returns its seed.
 */
export function addHistory(
  { store, publicUrl, assumed }: Pick<HistoryContext, 'store' | 'publicUrl' | 'assumed'>,
  now: number,
  past: HistoryRequest,
): number {
  const seed = past.seed ?? randomInt(2 ** 32);
  const { businesses, months, payments } = past;
  generateHistory({
    store,
    publicUrl,
    assumed,
    seed,
    businesses,
    from: now - months * month,
    to: now,
    payments,
  });
  return seed;
}

/** Gives the merchants a past of four months at the first start. */
export function addFirstHistory(store: Store, settings: Settings, now: number): void {
  if (!settings.history || store.settings.read('past') !== null) return;
  store.transaction(() => {
    const businesses = store.businesses.all();
    const wish = {
      businesses,
      months: firstMonths,
      payments: firstPayments,
      seed: settings.seed ?? undefined,
    };
    const seed = addHistory({ ...settings, store }, now, wish);
    store.settings.write('past', { seed, endedAt: now });
  });
}
