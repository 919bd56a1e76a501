import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import { defaultAssumptions } from '#lib/values/assumptions/assumptions.ts';
import type { TimedWorld } from '../clock/scheduler.ts';
import { runDueEvents, withEventClock } from '../clock/scheduler.ts';
import { seededRandom } from '../model/random.ts';
import type { CallbackKind } from '../storage/callbacks.ts';
import type { Store } from '../storage/store.ts';
import { openStore } from '../storage/store.ts';
import type { SimulatedDurations } from '../world.ts';
import { liveDurations } from '../world.ts';

type Announced = { readonly kind: CallbackKind; readonly businessId: string; readonly body: string };

/** A world in memory whose clock moves only by command. */
export type TestSandbox = {
  readonly world: TimedWorld;
  readonly store: Store;
  readonly announced: Announced[];
  /** Moves the clock forward and processes all due events. */
  readonly pass: (seconds: number) => void;
};

export function createTestSandbox(
  seed = 1,
  pace: Partial<SimulatedDurations> = {},
  assumed: Partial<Assumptions> = {},
): TestSandbox {
  const store = openStore(':memory:');
  const announced: Announced[] = [];
  let now = 1_790_000_000_000;
  const world = withEventClock(
    {
      store,
      random: seededRandom(seed),
      pace: { ...liveDurations, ...pace },
      publicUrl: 'https://sandbox.example',
      assumed: { ...defaultAssumptions, ...assumed },
      announce: (kind, businessId, _subject, body) => void announced.push({ kind, businessId, body }),
    },
    () => now,
  );
  return {
    world,
    store,
    announced,
    pass(seconds) {
      now += seconds * 1000;
      runDueEvents(world, now);
    },
  };
}
