import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import { readCallback } from '../model/parsed-callback.ts';

/** Reads a callback's bytes with the meanings that are assumed here (SERVICE_CALLBACK_…). */
export const readReceived = (given: Omit<Parameters<typeof readCallback>[0], 'meaning'>): ParsedCallback =>
  readCallback({ ...given, meaning: serviceSettings().callbackMeaning });
