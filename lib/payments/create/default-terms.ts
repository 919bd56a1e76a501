import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { DefaultTerms } from './model/form.ts';
import type { PaymentInputLimits } from './schema/create.ts';

/** Returns the assumed defaults and limits of the form. The interface documents neither (§2.2, §8). */
export function readDefaultTerms(): DefaultTerms & PaymentInputLimits {
  const { defaultTerms: terms, longestClientId, longestRedirectUrl, currencyDecimals } = serviceSettings();
  return { ...terms, longestClientId, longestRedirectUrl, currencyDecimals };
}
