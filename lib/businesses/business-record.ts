import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import type { BusinessRecord } from '#lib/service/contract/business.ts';
import { businessRecord } from '#lib/service/contract/business.ts';
import type { Reading } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJsonBytes, writeJson } from '#lib/values/lossless-json.ts';
import type { FieldChange, UnnamedField } from './schema.ts';

/** From stored bytes to what pages show: our callback secrets never get past this file. */

export function storedObject(body: Uint8Array): JsonObject {
  const { value } = parseJsonBytes(body);
  return isJsonObject(value) ? value : {};
}

/** §2.7, field by field; one odd field costs that field alone. */
export function readRecord(received: Json, secrets: Secrets): Reading<BusinessRecord> {
  return readLeniently(businessRecord, maskTexts(received, secrets));
}

/** The value with each of its texts, and each name of a field, masked. */
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

export const unnamedFields = (received: JsonObject, secrets: Secrets): UnnamedField[] =>
  Object.entries(received)
    .filter(([name]) => !(name in businessRecord.shape))
    .map(([name, value]) => ({
      name: maskSecrets(name, secrets),
      value: maskSecrets(textOf(value), secrets),
    }));

export const shownRaw = (received: JsonObject, secrets: Secrets): string =>
  maskSecrets(writeJson(received, 2), secrets);

/** A value as a person reads it: lists with commas, networks by coin, all else as it came. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${textOf(inner)}`)
      .join('; ');
  return writeJson(value);
}

/** What differs between two readings, by field, in the newer one's order. */
export function changesBetween(before: JsonObject, after: JsonObject, secrets: Secrets): FieldChange[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return fields.flatMap((field) => {
    const [old, now] = [before[field], after[field]];
    if (old !== undefined && now !== undefined && writeJson(old) === writeJson(now)) return [];
    const shown = (value: Json | undefined) =>
      value === undefined ? null : maskSecrets(textOf(value), secrets);
    const change = { field: maskSecrets(field, secrets), before: shown(old), after: shown(now) };
    return [{ ...change, secretOnly: change.before === change.after }];
  });
}
