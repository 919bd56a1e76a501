import { randomInt } from 'node:crypto';
import type { Settings } from '../settings.ts';
import type { Store } from '../storage/store.ts';
import { liveThrough } from './generator.ts';

const months = 4;
const month = 30 * 86_400 + 36_000;

/** The first time, the merchants get a past of four months that ends now (seconds on the sandbox's clock). */
export function giveFirstPast(store: Store, settings: Settings, now: number): void {
  if (!settings.history || store.settings.read('past') !== null) return;
  const seed = settings.seed ?? randomInt(2 ** 32);
  store.transaction(() => {
    liveThrough({
      store,
      publicUrl: settings.publicUrl,
      seed,
      businesses: store.businesses.all(),
      from: now - months * month,
      to: now,
      payments: 260,
    });
    store.settings.write('past', { seed, months, endedAt: now });
  });
}
