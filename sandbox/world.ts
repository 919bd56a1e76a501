import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import type { JsonText } from './callbacks/body.ts';
import type { Random } from './model/random.ts';
import type { CallbackKind } from './storage/callbacks.ts';
import type { Store } from './storage/store.ts';

/** Durations in seconds on the sandbox's clock. All of them are assumptions except the broadcast (§1). */
export type SimulatedDurations = {
  readonly confirmation: (network: string) => number;
  readonly review: () => number;
  readonly refund: () => number;
  readonly broadcast: () => number;
};

/** The context of the sandbox's rules: its data, clock and randomness. */
export type SandboxContext = {
  readonly store: Store;
  readonly random: Random;
  readonly pace: SimulatedDurations;
  readonly publicUrl: string;
  readonly assumed: Assumptions;
  /** Milliseconds on the sandbox's clock. While an event is processed, the time at which it was due. */
  readonly now: () => number;
  /** Queues a callback's body for sending. */
  readonly announce: (kind: CallbackKind, businessId: string, subject: string, body: JsonText) => void;
};

/** Returns the sandbox's time in the interface's format. */
export const readWorldSeconds = (world: SandboxContext): UnixSeconds =>
  unixSeconds(Math.floor(world.now() / 1000));

/** Returns the time in milliseconds on the sandbox's clock, this number of seconds from now. */
export const calculateDueTime = (world: SandboxContext, after: number): number =>
  world.now() + Math.round(after * 1000);

/** Short durations in the running sandbox, so that a person who watches does not wait for a network. */
export const liveDurations: SimulatedDurations = {
  confirmation: () => 1,
  review: () => 1_800,
  refund: () => 20,
  broadcast: () => 2,
};
