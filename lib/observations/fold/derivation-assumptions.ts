import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { DerivationAssumptions } from '../model/derived-state.ts';

/** Returns the configured assumptions about points that the interface leaves open. */
export function readDerivationAssumptions(): DerivationAssumptions {
  const { callbackMeaning, expiryStart } = serviceSettings();
  return { amounts: callbackMeaning.amounts, expiryStart };
}
