import 'server-only';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

/** The source of the current time. It is part of the context, so that tests can control it. */
export type Clock = { readonly now: () => Instant };

export const systemClock: Clock = { now: () => instant(Date.now()) };

export const createFixedClock = (at: Instant): Clock => ({ now: () => at });
