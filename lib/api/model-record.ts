import * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';
import type { FieldKind, FieldMap, RecordFromFields } from '#lib/values/record-fields.ts';

/** The schema of a record in the API and its JSON, both from the field table that the record is stored by. */

export const apiAmount = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .meta({ id: 'Amount', description: tApi('field.amount') });
export const apiSignedAmount = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .meta({ id: 'SignedAmount', description: tApi('field.signed') });
export const apiTime = z.iso.datetime().meta({ id: 'Time', description: tApi('field.time') });

const schemaByKind = {
  text: z.string().nullable(),
  amount: apiAmount.nullable(),
  signed: apiSignedAmount.nullable(),
  seconds: apiTime.nullable(),
  instant: apiTime.nullable(),
  flag: z.boolean().nullable(),
  count: z.int().nullable(),
  name: z.string(),
  total: z.int(),
  texts: z.array(z.string()),
  fact: z.boolean(),
  moment: apiTime,
} as const satisfies Record<FieldKind, z.ZodType>;

/** Returns the schema of records with these fields. */
export const recordSchema = (fields: FieldMap): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, schemaByKind[kind]])));

export const writeTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const writeTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : writeTime(milliseconds);

/** Milliseconds in the unit of a time. Other kinds are written as they are. */
const timeUnits: Readonly<Partial<Record<FieldKind, number>>> = { seconds: 1_000, instant: 1, moment: 1 };

/** Returns these fields of a record for JSON: amounts as their digits, times in UTC. Lists call it for each row, so it copies nothing. */
export function writeRecord<Fields extends FieldMap>(
  fields: Fields,
  record: RecordFromFields<Fields>,
): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = record;
  const written: Record<string, unknown> = {};
  for (const name in fields) {
    const value = values[name];
    const kind = fields[name]?.kind;
    const unit = kind && timeUnits[kind];
    written[name] = unit === undefined || typeof value !== 'number' ? value : writeTime(value * unit);
  }
  return written;
}
