import { happen } from '../lifecycle/happen.ts';
import type { World } from '../world.ts';

/** A world whose time is that of the event being handled. */
export type TimedWorld = World & { readonly at: (moment: number | null) => void };

/** Gives a world a time that can be held still while something happens. */
export function timed(world: Omit<World, 'now'>, clock: () => number): TimedWorld {
  let held: number | null = null;
  return {
    ...world,
    now: () => held ?? clock(),
    at: (moment) => {
      held = moment;
    },
  };
}

/**
 * Lets everything happen that is due by then, in its order and each at its own moment; what that brings about
 * too. Each event and its removal are one transaction. Answers how many there were.
 */
export function runDue(world: TimedWorld, until: number, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (; count < most; count += 1) {
    const event = world.store.events.next(until);
    if (event === null) break;
    world.at(event.due);
    try {
      world.store.transaction(() => {
        world.store.events.remove(event.seq);
        happen(world, event);
      });
    } finally {
      world.at(null);
    }
  }
  return count;
}

/** Runs what is due again and again until it is stopped. */
export function startScheduler(world: TimedWorld, clock: () => number, everyMilliseconds = 25): () => void {
  const timer = setInterval(() => runDue(world, clock(), 2_000), everyMilliseconds);
  return () => clearInterval(timer);
}
