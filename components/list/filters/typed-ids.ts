import { tListFiltersPanel } from '#lib/messages/list.ts';
import { isUuid } from '#lib/values/ids.ts';

type TypedIds =
  /** Comma-separated for the address, or null when nothing is entered. */
  | { readonly ids: string | null }
  /** The message for the field. */
  | { readonly error: string };

/** Parses entered ids, separated by spaces or commas. At most `maximum` are accepted. */
export function parseTypedIds(text: string, maximum: number): TypedIds {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (!parts.every(isUuid)) return { error: tListFiltersPanel('id.invalid') };
  const ids = [...new Set(parts.map((id) => id.toLowerCase()))];
  if (ids.length <= maximum) return { ids: ids.join(',') || null };
  return {
    error: maximum > 0 ? tListFiltersPanel('id.tooMany', { maximum }) : tListFiltersPanel('id.full'),
  };
}
