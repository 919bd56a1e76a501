import { isUuid } from '#lib/values/ids.ts';

type TypedIds =
  /** As an address holds them; null where nothing was typed. */
  | { readonly ids: string | null }
  /** Why they can't be filtered for. */
  | { readonly error: string };

/** Ids that were typed or pasted, one or several. There is room for `most`. */
export function typedIds(text: string, most: number): TypedIds {
  const given = text.split(/[\s,]+/).filter((part) => part !== '');
  if (!given.every(isUuid)) return { error: 'Paste whole IDs, like 7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12.' };
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length <= most) return { ids: ids.join(',') || null };
  return {
    error: most > 0 ? `Use at most ${most} here.` : 'No more IDs have room: take another filter away first.',
  };
}
