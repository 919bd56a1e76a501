import { isUuid } from '#lib/values/ids.ts';

/**
 * Returns the id of the open row in the address, or null. Anyone can write an address and the id becomes part of a
 * request, so only a UUID is accepted.
 */
export const readRowFromAddress = (text: string | null): string | null =>
  text !== null && isUuid(text) ? text.toLowerCase() : null;
