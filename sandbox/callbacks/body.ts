import type { Brand } from '#lib/values/brand.ts';
import { brand } from '#lib/values/brand.ts';
import type { Json } from '#lib/values/json.ts';
import { JsonNumber } from '#lib/values/json.ts';
import { writeJson } from '#lib/values/write-json.ts';

/** The exact text of a body, as sent over the wire. */
export type JsonText = Brand<string, 'JsonText'>;

/** Makes a JSON number from an exact amount or a time, with all its digits. */
export const toJsonNumber = (value: string | number): JsonNumber => new JsonNumber(String(value));
export const toOptionalJsonNumber = (value: string | number | null | undefined): JsonNumber | undefined =>
  value === null || value === undefined ? undefined : toJsonNumber(value);

/** Writes a body. Leaves undefined fields out. */
export function jsonText(fields: Readonly<Record<string, Json | undefined>>): JsonText {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) values[name] = value;
  return brand<JsonText>(writeJson(values));
}
