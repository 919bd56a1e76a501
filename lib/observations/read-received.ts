import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { Received } from './model-received.ts';
import { readCallback } from './model-received.ts';

/** Reads a callback's bytes with the meanings that are assumed here (SERVICE_CALLBACK_…). */
export const readReceived = (given: Omit<Parameters<typeof readCallback>[0], 'meaning'>): Received =>
  readCallback({ ...given, meaning: serviceSettings().callbackMeaning });
