import type { NamedBusiness } from './set-up.ts';

/**
 * Selects the businesses to set up. With a service these are the ones in BUSINESS_IDS, because it offers no list.
 * With a sandbox these are the ones in its list. Others are left out, because they would stay empty.
 */
export function chooseBusinesses(
  given: readonly string[],
  inSandbox: readonly NamedBusiness[] | null,
): { readonly businesses: readonly NamedBusiness[]; readonly leftOut: readonly string[] } {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (inSandbox === null) return { businesses: ids.map((id) => ({ id, name: 'Business' })), leftOut: [] };
  const known = new Set(inSandbox.map(({ id }) => id.toLowerCase()));
  return { businesses: inSandbox, leftOut: ids.filter((id) => !known.has(id)) };
}

/** Returns a message about the businesses that are left out, or null where there are none. */
export const formatLeftOut = (leftOut: readonly string[]): string | null =>
  leftOut.length === 0
    ? null
    : `BUSINESS_IDS names ${leftOut.join(', ')}, which the sandbox does not have: left out. Unset BUSINESS_IDS, or set SERVICE_BASE_URL to the service that has ${leftOut.length === 1 ? 'it' : 'them'}`;
