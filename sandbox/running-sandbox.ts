import type { Dispatcher } from './callbacks/dispatcher.ts';
import { isRetried, startDispatcher } from './callbacks/dispatcher.ts';
import { createCallbackSigner } from './callbacks/sign-callback.ts';
import type { Clock } from './clock/clock.ts';
import { openClock } from './clock/clock.ts';
import type { TimedWorld } from './clock/scheduler.ts';
import { runDueSafely, startScheduler, withEventClock } from './clock/scheduler.ts';
import { createCorruptor } from './faults/corrupt-body.ts';
import type { Faults } from './faults/faults.ts';
import { openFaults } from './faults/faults.ts';
import { planCallback } from './faults/plan-callback.ts';
import { addFirstHistory } from './history/add-history.ts';
import { systemRandom } from './model/random.ts';
import type { Settings } from './settings.ts';
import type { Store } from './storage/store.ts';
import { openStore } from './storage/store.ts';
import { liveDurations } from './world.ts';

/** The running sandbox: its world, its clock, and its schedulers. */
export type RunningSandbox = {
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
export function openSandbox(settings: Settings): RunningSandbox {
  const store = openStore(settings.databaseFile);
  const clock = openClock(store.settings);
  const faults = openFaults(store.settings, () => Math.floor(clock.now() / 1000));
  const world = withEventClock(
    {
      store,
      random: systemRandom,
      pace: liveDurations,
      publicUrl: settings.publicUrl,
      assumed: settings.assumed,
      announce: (kind, businessId, subject, body) => {
        const created = world.now();
        const callback = { businessId, kind, subject, body, created };
        const plan = planCallback(faults);
        for (const after of plan) {
          const next = created + after * 1000;
          store.callbacks.add({ ...callback, id: systemRandom.uuid(), next, state: 'waiting' });
        }
        if (plan.length > 0) return;
        store.callbacks.add({ ...callback, id: systemRandom.uuid(), next: null, state: 'dropped' });
      },
    },
    clock.now,
  );
  addFirstHistory(store, settings, Math.floor(clock.now() / 1000));
  const dispatcher = startDispatcher(store, clock.now, {
    corrupt: createCorruptor(faults),
    retriesOthers: (kind) => faults.hits('retry-others') !== null || isRetried(kind, settings.assumed),
    sign: createCallbackSigner(settings),
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
    catchUp: () => void runDueSafely(world, clock.now()),
    async close() {
      stopScheduler();
      clearInterval(keeper);
      await dispatcher.stop();
      clock.keep();
      store.close();
    },
  };
}
