import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import type { BusinessRecord } from '#lib/service/contract/business.ts';
import { businessRecord } from '#lib/service/contract/business.ts';
import type { LenientResult } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { FieldChange, UnnamedField } from './schema.ts';

/** Converts stored bytes to the record that pages show. Callback secrets never leave this file. */

export function parseStoredObject(body: Uint8Array): JsonObject {
  const { value } = parseJsonBytes(body);
  return isJsonObject(value) ? value : {};
}

/** §2.7, field by field: an invalid field affects only itself. */
export function readRecord(received: Json, secrets: Secrets): LenientResult<BusinessRecord> {
  return readLeniently(businessRecord, maskTexts(received, secrets));
}

/** Masks secrets in all texts and field names of the value. */
function maskTexts(value: Json, secrets: Secrets): Json {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item: Json) => maskTexts(item, secrets));
  if (!isJsonObject(value)) return value;
  const masked: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value))
    Object.defineProperty(masked, maskSecrets(name, secrets), {
      value: maskTexts(item, secrets),
      enumerable: true,
    });
  return masked satisfies JsonObject;
}

export const listUnnamedFields = (received: JsonObject, secrets: Secrets): UnnamedField[] =>
  Object.entries(received)
    .filter(([name]) => !(name in businessRecord.shape))
    .map(([name, value]) => ({
      name: maskSecrets(name, secrets),
      value: maskSecrets(formatValue(value), secrets),
    }));

export const formatMaskedJson = (received: JsonObject, secrets: Secrets): string =>
  maskSecrets(writeJson(received, 2), secrets);

/** Formats a value for people: lists with commas, networks by coin, everything else as received. */
function formatValue(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${formatValue(inner)}`)
      .join('; ');
  return writeJson(value);
}

/** Returns the differences between two readings by field, in the newer order. */
export function compareRecords(before: JsonObject, after: JsonObject, secrets: Secrets): FieldChange[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return fields.flatMap((field) => {
    const [beforeValue, afterValue] = [before[field], after[field]];
    if (
      beforeValue !== undefined &&
      afterValue !== undefined &&
      writeJson(beforeValue) === writeJson(afterValue)
    )
      return [];
    const toShownText = (value: Json | undefined) =>
      value === undefined ? null : maskSecrets(formatValue(value), secrets);
    const change = {
      field: maskSecrets(field, secrets),
      before: toShownText(beforeValue),
      after: toShownText(afterValue),
    };
    return [{ ...change, secretOnly: change.before === change.after }];
  });
}
