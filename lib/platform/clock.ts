import 'server-only';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

/** Where "now" comes from. It is part of the context, so that a test can hold it still. */
export type Clock = { readonly now: () => Instant };

export const systemClock: Clock = { now: () => instant(Date.now()) };

export const stoppedClock = (at: Instant): Clock => ({ now: () => at });
