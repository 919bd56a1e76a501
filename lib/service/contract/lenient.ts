import * as z from 'zod';
import { brand } from '#lib/values/brand.ts';
import type { Json } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';

/** A field of a received record that doesn’t match the interface. */
export type Flaw = { readonly path: string; readonly problem: string };

export type LenientResult<Record> = { readonly record: Partial<Record>; readonly flaws: readonly Flaw[] };

/**
 * Reads a record field by field, so an unreadable field loses only itself. Unreadable fields are left out and listed
 * in `flaws`. The caller decides which fields it needs.
 */
export function readLeniently<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  received: Json,
  at = '',
): LenientResult<z.output<z.ZodObject<Shape>>> {
  const record: Record<string, unknown> = {};
  const flaws: Flaw[] = [];
  if (!isJsonObject(received)) return { record: {}, flaws: [{ path: at, problem: 'is not an object' }] };
  for (const [key, field] of Object.entries(schema.shape)) {
    const path = at === '' ? key : `${at}.${key}`;
    const result = z.safeParse(field, received[key]);
    if (result.success) {
      if (result.data !== undefined) record[key] = result.data;
      continue;
    }
    for (const issue of result.error.issues)
      flaws.push({
        path: [path, ...issue.path.map(String)].join('.'),
        problem: key in received ? issue.message : 'is missing',
      });
  }
  return { record: brand<Partial<z.output<z.ZodObject<Shape>>>>(record), flaws };
}
