import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';
import type { DefaultTerms } from './model/form.ts';
import type { Lengths } from './schema/create.ts';

/** What the form of a new payment opens with, and how long its texts may be, where the interface shows neither (§2.2, §8). */
export function defaultTerms(): DefaultTerms & Lengths {
  const { usualTerms: terms, longestClientId, longestRedirectUrl } = serviceSettings();
  return { ...terms, longestClientId, longestRedirectUrl };
}
