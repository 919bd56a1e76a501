import type { Dispatcher } from './callbacks/dispatcher.ts';
import { isRetried, startDispatcher } from './callbacks/dispatcher.ts';
import { signWith } from './callbacks/sign-callback.ts';
import type { Clock } from './clock/clock.ts';
import { openClock } from './clock/clock.ts';
import type { TimedWorld } from './clock/scheduler.ts';
import { catchUp, startScheduler, withTime } from './clock/scheduler.ts';
import { createCorruptor } from './faults/corrupt-body.ts';
import type { Faults } from './faults/faults.ts';
import { openFaults } from './faults/faults.ts';
import { planCallback } from './faults/plan-callback.ts';
import { addFirstHistory } from './history/add-history.ts';
import { trueRandom } from './model/random.ts';
import type { Settings } from './settings.ts';
import type { Store } from './storage/store.ts';
import { openStore } from './storage/store.ts';
import { livePace } from './world.ts';

/** The running sandbox: its world, its clock, and its schedulers. */
export type Twin = {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly world: TimedWorld;
  readonly faults: Faults;
  readonly dispatcher: Dispatcher;
  /** Processes all due events now. */
  readonly catchUp: () => void;
  /** Ends pending work and closes the data. */
  readonly close: () => Promise<void>;
};

/** Opens the data and starts the schedulers. */
export function openTwin(settings: Settings): Twin {
  const store = openStore(settings.databaseFile);
  const clock = openClock(store.settings);
  const faults = openFaults(store.settings, () => Math.floor(clock.now() / 1000));
  const world = withTime(
    {
      store,
      random: trueRandom,
      pace: livePace,
      publicUrl: settings.publicUrl,
      assumed: settings.assumed,
      announce: (kind, businessId, subject, body) => {
        const created = world.now();
        const callback = { businessId, kind, subject, body, created };
        const plan = planCallback(faults);
        for (const after of plan) {
          const next = created + after * 1000;
          store.callbacks.add({ ...callback, id: trueRandom.uuid(), next, state: 'waiting' });
        }
        if (plan.length > 0) return;
        store.callbacks.add({ ...callback, id: trueRandom.uuid(), next: null, state: 'dropped' });
      },
    },
    clock.now,
  );
  addFirstHistory(store, settings, Math.floor(clock.now() / 1000));
  const dispatcher = startDispatcher(store, clock.now, {
    corrupt: createCorruptor(faults),
    retriesOthers: (kind) => faults.hits('retry-others') !== null || isRetried(kind, settings.assumed),
    sign: signWith(settings),
  });
  const stopScheduler = startScheduler(world, clock.now);
  const keeper = setInterval(clock.keep, 1_000);
  return {
    settings,
    store,
    clock,
    world,
    faults,
    dispatcher,
    catchUp: () => void catchUp(world, clock.now()),
    async close() {
      stopScheduler();
      clearInterval(keeper);
      await dispatcher.stop();
      clock.keep();
      store.close();
    },
  };
}
