import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import type { JsonText } from './callbacks/body.ts';
import type { Random } from './model/random.ts';
import type { CallbackKind } from './storage/callbacks.ts';
import type { Store } from './storage/store.ts';

/** How long things take, in seconds on the sandbox's clock. All of it is assumption but the broadcast (§1). */
export type Pace = {
  readonly confirmation: (network: string) => number;
  readonly review: () => number;
  readonly refund: () => number;
  readonly broadcast: () => number;
};

/** What the rules of the twin act upon: its data, its time, its chance. */
export type World = {
  readonly store: Store;
  readonly random: Random;
  readonly pace: Pace;
  readonly publicUrl: string;
  readonly assumed: Assumptions;
  /** Milliseconds on the sandbox's clock; while an event is handled, the moment at which it was due. */
  readonly now: () => number;
  /** Hands a callback's body to whoever sends it. */
  readonly announce: (kind: CallbackKind, businessId: string, subject: string, body: JsonText) => void;
};

/** The sandbox's time as the interface writes it. */
export const seconds = (world: World): UnixSeconds => unixSeconds(Math.floor(world.now() / 1000));

/** Milliseconds on the sandbox's clock, that many seconds from now. */
export const later = (world: World, after: number): number => world.now() + Math.round(after * 1000);

/** In life a payer waits for seconds, so that whoever watches need not wait for a network. */
export const livePace: Pace = {
  confirmation: () => 1,
  review: () => 1_800,
  refund: () => 20,
  broadcast: () => 2,
};
