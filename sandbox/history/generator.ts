import { runDueEvents, withEventClock } from '../clock/scheduler.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import { seededRandom } from '../model/random.ts';
import { bufferPayments } from './buffer-payments.ts';
import { createRealisticDurations } from './durations.ts';
import type { HistoryContext } from './history-context.ts';
import { planOrders } from './orders.ts';
import { planPayouts } from './payouts.ts';

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
