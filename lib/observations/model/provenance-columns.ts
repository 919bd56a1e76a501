import * as z from 'zod';
import { brand } from '#lib/values/brand.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';

const source = z.enum(['read', 'create', 'callback', 'import', 'seed']);
const at = z.number().transform((value) => brand<Instant>(value));
// Without the observation's id: it is made from its bytes, and they may have risk detail in them.
const origins = z.array(z.object({ source, at, fields: z.array(z.string()) }));
const conflicts = z.array(
  z.object({
    field: z.string(),
    values: z.array(z.object({ value: z.coerce.string(), source, at })),
  }),
);

/** The json columns `provenance` and `conflicts`. What was stored otherwise counts as nothing known. */
const lenientOrigins = origins.catch([]);
const lenientConflicts = conflicts.catch([]);
export const readProvenance = (column: unknown): Provenance => lenientOrigins.parse(column);
/** Most rows have none. */
export const readConflicts = (column: unknown): readonly Conflict[] =>
  Array.isArray(column) && column.length === 0 ? [] : lenientConflicts.parse(column);
