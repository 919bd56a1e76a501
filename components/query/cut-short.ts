import type { ActionResult } from '#lib/values/action-result.ts';

/**
 * Why nobody knows how far an act on many came that does each of them by itself, and what to do: no answer came, or it
 * failed on the way. Null: it was done, or refused before the first.
 */
export function cutShort(result: ActionResult<unknown> | null): string | null {
  const what = 'Look at the list, then do what is left.';
  if (result === null) return `The connection was lost. ${what}`;
  if (result.ok || (result.code !== 'internal' && result.code !== 'unavailable')) return null;
  return `Something went wrong on our side. ${what}`;
}
