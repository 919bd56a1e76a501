import { randomInt } from 'node:crypto';
import type { Business } from '../model/businesses.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../storage/store.ts';
import { liveThrough } from './generator.ts';
import type { Life } from './life.ts';

const firstMonths = 4;
const firstPayments = 260;
const month = 30 * 86_400 + 36_000;

/** A past that is wished for: how long, and how many payments of each business. */
export type Past = {
  readonly businesses: readonly Business[];
  readonly months: number;
  readonly payments: number;
  readonly seed?: number | undefined;
};

/**
 * Gives merchants a past that ends now (seconds on the sandbox's clock), beside what they have already. Answers
 * with its seed. No callback of it is sent.
 */
export function givePast(
  { store, publicUrl, assumed }: Pick<Life, 'store' | 'publicUrl' | 'assumed'>,
  now: number,
  past: Past,
): number {
  const seed = past.seed ?? randomInt(2 ** 32);
  const { businesses, months, payments } = past;
  liveThrough({ store, publicUrl, assumed, seed, businesses, from: now - months * month, to: now, payments });
  return seed;
}

/** The first time the twin starts, its merchants get a past of four months. */
export function giveFirstPast(store: Store, settings: Settings, now: number): void {
  if (!settings.history || store.settings.read('past') !== null) return;
  store.transaction(() => {
    const businesses = store.businesses.all();
    const wish = {
      businesses,
      months: firstMonths,
      payments: firstPayments,
      seed: settings.seed ?? undefined,
    };
    const seed = givePast({ ...settings, store }, now, wish);
    store.settings.write('past', { seed, endedAt: now });
  });
}
