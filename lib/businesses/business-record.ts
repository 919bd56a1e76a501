import 'server-only';
import { hideCallbackSecret } from '#lib/platform/log.ts';
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

const addresses = [
  'depositReceivedCallbackUrl',
  'depositExchangedCallbackUrl',
  'withdrawalCallbackUrl',
] as const;

/** §2.7, field by field; one odd field costs that field alone. */
export function readRecord(received: Json): Reading<BusinessRecord> {
  const { record, flaws } = readLeniently(businessRecord, received);
  const shown = { ...record };
  for (const field of addresses) {
    const address = shown[field];
    if (typeof address === 'string') shown[field] = hideCallbackSecret(address);
  }
  return { record: shown, flaws };
}

export const unnamedFields = (received: JsonObject): UnnamedField[] =>
  Object.entries(received)
    .filter(([name]) => !(name in businessRecord.shape))
    .map(([name, value]) => ({ name, value: hideCallbackSecret(textOf(value)) }));

export const shownRaw = (received: JsonObject): string => hideCallbackSecret(writeJson(received, 2));

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
export function changesBetween(before: JsonObject, after: JsonObject): FieldChange[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return fields.flatMap((field) => {
    const [old, now] = [before[field], after[field]];
    if (old !== undefined && now !== undefined && writeJson(old) === writeJson(now)) return [];
    const shown = (value: Json | undefined) =>
      value === undefined ? null : hideCallbackSecret(textOf(value));
    const change = { field, before: shown(old), after: shown(now) };
    return [{ ...change, secretOnly: change.before === change.after }];
  });
}
