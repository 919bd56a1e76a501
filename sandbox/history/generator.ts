import { runDueEvents, withEventClock } from '../clock/scheduler.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import type { Random } from '../model/random.ts';
import { pickInteger, seededRandom } from '../model/random.ts';
import type { SimulatedDurations } from '../world.ts';
import { bufferPayments } from './buffer-payments.ts';
import type { HistoryContext } from './history-context.ts';
import { planOrders } from './orders.ts';
import { planPayouts } from './payouts.ts';

/** Seconds to the first confirmation, fastest and slowest, roughly as on the real networks. */
const confirmations: Readonly<Record<string, readonly [number, number]>> = {
  BTC: [300, 2_700],
  BCH: [240, 2_400],
  LTC: [90, 480],
  ETH: [12, 90],
  BSC: [3, 20],
  TRX: [3, 30],
  SOL: [1, 8],
  XRP: [4, 12],
  XLM: [5, 15],
};

/** Returns realistic durations for the simulated past, in which no person has to wait. */
function createRealisticDurations(random: Random): SimulatedDurations {
  return {
    confirmation: (network) => pickInteger(random, ...(confirmations[network] ?? [10, 60])),
    review: () => pickInteger(random, 1_800, 40 * 3_600),
    refund: () => pickInteger(random, 1_200, 14 * 3_600),
    broadcast: () => pickInteger(random, 240, 960),
  };
}

/**
 * Simulates a period of the past for some merchants, by the rules of the running sandbox. Callbacks are recorded
 * instead of sent. Payments that are open at the end continue in the running sandbox. The same seed and period give
 * the same past.
 */
export function generateHistory(life: HistoryContext): void {
  const random = seededRandom(life.seed);
  const { payments, release } = bufferPayments(life.store.payments);
  const store = { ...life.store, payments };
  const world = withEventClock(
    {
      store,
      random,
      pace: createRealisticDurations(random),
      publicUrl: life.publicUrl,
      assumed: life.assumed,
      announce: (kind, businessId, _subject, body) =>
        store.callbacks.addPast(businessId, kind, body, Math.floor(world.now() / 1000)),
    },
    () => life.to * 1000,
  );
  const steps = life.businesses.flatMap((business) => [
    ...planOrders(world, business, life),
    ...planPayouts(world, business, life),
  ]);
  steps.sort((left, right) => left.at - right.at);
  store.transaction(() => {
    for (const { at, act } of steps) {
      if (at >= life.to) break;
      runDueEvents(world, at * 1000);
      world.at(at * 1000);
      try {
        act();
      } catch (error) {
        // A customer whose request is refused leaves.
        if (!(error instanceof Refusal)) throw error;
      } finally {
        world.at(null);
      }
    }
    runDueEvents(world, life.to * 1000);
    release();
  });
}
