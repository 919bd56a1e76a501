import { tStart } from '#lib/messages/commands.ts';
import type { NamedBusiness } from './set-up.ts';

/**
 * Selects the businesses to set up. With a real service these are the businesses of BUSINESS_IDS. With a sandbox these
 * are its own businesses. IDs that the sandbox lacks are left out, because they would stay empty.
 */
export function chooseBusinesses(
  businessIds: readonly string[],
  inSandbox: readonly NamedBusiness[] | null,
): { readonly businesses: readonly NamedBusiness[]; readonly leftOut: readonly string[] } {
  const ids = [...new Set(businessIds.map((id) => id.toLowerCase()))];
  if (inSandbox === null) return { businesses: ids.map((id) => ({ id, name: 'Business' })), leftOut: [] };
  const known = new Set(inSandbox.map(({ id }) => id.toLowerCase()));
  return { businesses: inSandbox, leftOut: ids.filter((id) => !known.has(id)) };
}

/** Describes the IDs that are left out; null if there are none. */
export const describeLeftOut = (leftOut: readonly string[]): string | null =>
  leftOut.length === 0
    ? null
    : tStart('firstData.leftOut', { ids: leftOut.join(', '), count: leftOut.length });
