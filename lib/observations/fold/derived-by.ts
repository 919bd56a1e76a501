import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { DerivedBy } from '../model/derived-state.ts';

/** What is assumed of what the interface leaves open, as this process was told. */
export function derivedBy(): DerivedBy {
  const { callbackMeaning, expiryStart } = serviceSettings();
  return { amounts: callbackMeaning.amounts, expiryStart };
}
