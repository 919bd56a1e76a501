import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import { readCallback } from '../model/parsed-callback.ts';

/** Parses a callback with the configured assumptions (SERVICE_CALLBACK_…). */
export const parseCallbackBody = (
  input: Omit<Parameters<typeof readCallback>[0], 'meaning'>,
): ParsedCallback => readCallback({ ...input, meaning: serviceSettings().callbackMeaning });
