import * as z from 'zod';
import type { Json } from '#lib/values/json.ts';
import { JsonNumber } from '#lib/values/json.ts';
import type { Conflict, Stamp } from './model-register.ts';
import { sources, stampsOf } from './model-register.ts';

const milliseconds = z.union([
  z.number(),
  z.instanceof(JsonNumber).transform((value) => Number.parseInt(value.text, 10)),
]);
const stamp = { source: z.enum(sources), at: milliseconds, observation: z.string() };

/**
 * The column `provenance`: the observations from which the fields of a row come, newest first. `at` in
 * milliseconds since 1970; `observation` is the id of a callback message or of a service answer.
 */
const provenanceColumn = z.array(z.object({ ...stamp, fields: z.array(z.string()) }));

/** The column `conflicts`: what can't both be right, with all sides; the value that counts comes first. */
const conflictsColumn = z.array(
  z.object({ field: z.string(), values: z.array(z.object({ ...stamp, value: z.string() })) }),
);

export const readStamps = (column: Json | undefined): Record<string, Stamp> =>
  stampsOf(provenanceColumn.parse(column ?? []));

export const readConflicts = (column: Json | undefined): readonly Conflict[] =>
  conflictsColumn.parse(column ?? []);
