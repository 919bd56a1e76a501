import 'server-only';
import { env } from '#lib/platform/env.ts';

/** The domain of a normalised address. */
const findDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns true for an address whose domain is in OIDC_ENFORCED_DOMAINS, also for the addresses that keep a password. */
export const isEnforcedDomain = (email: string): boolean =>
  (env.OIDC_ENFORCED_DOMAINS ?? []).includes(findDomain(email));

/** Returns true for a normalised address that keeps its password for the day when the provider is away. */
export const isBreakGlassAddress = (email: string): boolean => (env.OIDC_BREAK_GLASS ?? []).includes(email);

/** Returns true if passwords don't work for this normalised address: its domain is enforced, and it is no exception. */
export const isSingleSignOnRequired = (email: string): boolean =>
  isEnforcedDomain(email) && !isBreakGlassAddress(email);
