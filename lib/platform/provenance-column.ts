import 'server-only';
import * as z from 'zod';
import { brand } from '#lib/values/brand.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Conflict, Provenance } from '#lib/values/provenance.ts';

const source = z.enum(['read', 'create', 'callback', 'import', 'seed']);
const at = z.number().transform((value) => brand<Instant>(value));
const origins = z.array(
  z.object({ source, at, observation: z.string().catch(''), fields: z.array(z.string()) }),
);
const conflicts = z.array(
  z.object({
    field: z.string(),
    values: z.array(z.object({ value: z.coerce.string(), source, at })),
  }),
);

/** The json columns `provenance` and `conflicts`. What was stored otherwise counts as nothing known. */
export const readProvenance = (column: unknown): Provenance => origins.catch([]).parse(column);
export const readConflicts = (column: unknown): readonly Conflict[] => conflicts.catch([]).parse(column);
