import { handleEvent } from '../lifecycle/handle-event.ts';
import type { Event } from '../storage/events.ts';
import type { SandboxContext } from '../world.ts';

/** A world whose time is that of the event being processed. */
export type TimedWorld = SandboxContext & { readonly at: (moment: number | null) => void };

/** Gives a world a clock that can be fixed while an event is processed. */
export function withEventClock(world: Omit<SandboxContext, 'now'>, clock: () => number): TimedWorld {
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

/** Drops a failed event and logs it, because an error in the sandbox must not stop its clock. */
function giveUp(world: SandboxContext, event: Event, error: unknown): void {
  world.store.events.remove(event.seq);
  console.error(`the event "${event.kind}" of ${event.subject} failed:`, error);
}

/**
 * Processes all events due by `until`, in order and each at its own time, including events that these cause. Each
 * event and its removal are one transaction. Returns the number of events.
 */
export function runDueEvents(
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
        handleEvent(world, event);
      });
    } catch (error) {
      failed(event, error);
    } finally {
      world.at(null);
    }
  }
  return count;
}

/** Processes all due events of the running sandbox. Failing events are dropped. */
export const runDueSafely = (world: TimedWorld, now: number, most?: number): number =>
  runDueEvents(world, now, most, (event, error) => giveUp(world, event, error));

/** Processes due events repeatedly until it is stopped. */
export function startScheduler(world: TimedWorld, clock: () => number, everyMilliseconds = 25): () => void {
  const timer = setInterval(() => runDueSafely(world, clock(), 2_000), everyMilliseconds);
  return () => clearInterval(timer);
}
