import { isUuid } from '#lib/values/ids.ts';

/**
 * The row that an address has in the drawer; null where it names none. It is what the browser asks the server for next:
 * an address is written by anybody, so only an id is taken from it.
 */
export const rowInAddress = (text: string | null): string | null =>
  text !== null && isUuid(text) ? text.toLowerCase() : null;
