import type { NamedBusiness } from './set-up.ts';

/**
 * Which businesses are set up. A service is asked about those that BUSINESS_IDS names, and nobody knows others; a sandbox
 * tells which it has, each is set up once, and those that it does not have would stay empty: they are left out.
 */
export function whichBusinesses(
  given: readonly string[],
  inSandbox: readonly NamedBusiness[] | null,
): { readonly businesses: readonly NamedBusiness[]; readonly leftOut: readonly string[] } {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (inSandbox === null) return { businesses: ids.map((id) => ({ id, name: 'Business' })), leftOut: [] };
  const known = new Set(inSandbox.map(({ id }) => id.toLowerCase()));
  return { businesses: inSandbox, leftOut: ids.filter((id) => !known.has(id)) };
}

/** What is said of those that are left out; null where none is. */
export const leftOutInWords = (leftOut: readonly string[]): string | null =>
  leftOut.length === 0
    ? null
    : `BUSINESS_IDS names ${leftOut.join(', ')}, which the sandbox does not have: left out. Unset BUSINESS_IDS, or set SERVICE_BASE_URL to the service that has ${leftOut.length === 1 ? 'it' : 'them'}`;
