import { happen } from '../lifecycle/happen.ts';
import type { Event } from '../storage/events.ts';
import type { World } from '../world.ts';

/** A world whose time is that of the event being handled. */
export type TimedWorld = World & { readonly at: (moment: number | null) => void };

/** Gives a world a time that can be held still while something happens. */
export function withTime(world: Omit<World, 'now'>, clock: () => number): TimedWorld {
  let held: number | null = null;
  return {
    ...world,
    now: () => held ?? clock(),
    at: (moment) => {
      held = moment;
    },
  };
}

const rethrow = (_event: Event, error: unknown): never => {
  throw error;
};

/** A mistake in the twin must not stop its time: the event is given up, and said so. */
function giveUp(world: World, event: Event, error: unknown): void {
  world.store.events.remove(event.seq);
  console.error(`the event "${event.kind}" of ${event.subject} failed:`, error);
}

/**
 * Lets everything happen that is due by then, in its order and each at its own moment; what that brings about
 * too. Each event and its removal are one transaction. Answers how many there were.
 */
export function runDue(
  world: TimedWorld,
  until: number,
  most = Number.POSITIVE_INFINITY,
  failed: (event: Event, error: unknown) => void = rethrow,
): number {
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
    } catch (error) {
      failed(event, error);
    } finally {
      world.at(null);
    }
  }
  return count;
}

/** Lets everything happen that is due by now, in life: a failing event is given up. */
export const catchUp = (world: TimedWorld, now: number, most?: number): number =>
  runDue(world, now, most, (event, error) => giveUp(world, event, error));

/** Runs what is due again and again until it is stopped. */
export function startScheduler(world: TimedWorld, clock: () => number, everyMilliseconds = 25): () => void {
  const timer = setInterval(() => catchUp(world, clock(), 2_000), everyMilliseconds);
  return () => clearInterval(timer);
}
