import 'server-only';
import { env } from '#lib/platform/env.ts';

/** The domain of a normalised address. */
const findDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * Returns true for an address of OIDC_DOMAINS, also for the addresses that keep a password. Only OIDC_BREAK_GLASS ends the other
 * passwords, so that someone gets in while the provider is away.
 */
export const isEnforcedDomain = (email: string): boolean =>
  env.OIDC_BREAK_GLASS !== undefined && (env.OIDC_DOMAINS ?? []).includes(findDomain(email));

/** Returns true for a normalised address that keeps its password for the day when the provider is away. */
export const isBreakGlassAddress = (email: string): boolean => (env.OIDC_BREAK_GLASS ?? []).includes(email);

/** Returns true if passwords don't work for this normalised address: its domain is enforced, and it is no exception. */
export const isSingleSignOnRequired = (email: string): boolean =>
  isEnforcedDomain(email) && !isBreakGlassAddress(email);
