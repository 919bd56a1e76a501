import * as z from 'zod';
import { brand } from '#lib/values/brand.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';

const source = z.enum(['read', 'create', 'callback', 'import', 'seed']);
const at = z.number().transform((value) => brand<Instant>(value));
// The ID of the observation is left out: it is a hash of bytes that can contain risk detail.
const origins = z.array(z.object({ source, at, fields: z.array(z.string()) }));
const conflicts = z.array(
  z.object({
    field: z.string(),
    values: z.array(z.object({ value: z.coerce.string(), source, at })),
  }),
);

/** Schemas of the JSON columns `provenance` and `conflicts`. An unreadable value counts as empty. */
const lenientOrigins = origins.catch([]);
const lenientConflicts = conflicts.catch([]);
/** Returns the sources of a row’s values. */
export const readProvenance = (column: unknown): Provenance => lenientOrigins.parse(column);
/** Returns the conflicts of a row. Most rows have none, so an empty list skips parsing. */
export const readConflicts = (column: unknown): readonly Conflict[] =>
  Array.isArray(column) && column.length === 0 ? [] : lenientConflicts.parse(column);
