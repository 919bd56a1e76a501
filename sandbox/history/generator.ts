import { runDue, withTime } from '../clock/scheduler.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import { seededRandom } from '../model/random.ts';
import { holdPayments } from './held-payments.ts';
import type { Life } from './life.ts';
import { planOrders } from './orders.ts';
import { lifelikePace } from './pace.ts';
import { planPayouts } from './payouts.ts';

/**
 * Lives through a stretch of the past of some merchants, by the same rules as in life, and writes down the
 * callbacks that would have been sent instead of sending them. What is not over by the end goes on in life. The
 * same seed and stretch make the same past.
 */
export function liveThrough(life: Life): void {
  const random = seededRandom(life.seed);
  const { payments, release } = holdPayments(life.store.payments);
  const store = { ...life.store, payments };
  const world = withTime(
    {
      store,
      random,
      pace: lifelikePace(random),
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
      runDue(world, at * 1000);
      world.at(at * 1000);
      try {
        act();
      } catch (error) {
        // A customer who tries what is not allowed goes away.
        if (!(error instanceof Refusal)) throw error;
      } finally {
        world.at(null);
      }
    }
    runDue(world, life.to * 1000);
    release();
  });
}
