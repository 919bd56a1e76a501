import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';

/** Names of risk fields in lower case (§2.4, §6.2). They are matched at any depth and in any case. */
export const riskFieldNames = ['riskscore', 'addressriskassessment', 'txaddressowner'] as const;
const fields: ReadonlySet<string> = new Set(riskFieldNames);

/** Returns whether a field has risk detail. */
export const isRiskField = (name: string): boolean => fields.has(name.toLowerCase());

/** Returns whether this path of a body is part of its risk detail. */
export const isRiskPath = (path: string): boolean => path.split('.').some(isRiskField);

/** The names of risk fields in the spelling of the interface. */
export const riskFieldLabels = ['riskScore', 'addressRiskAssessment', 'txAddressOwner'] as const;

/** Returns the body without its risk detail, and the names of the removed fields. */
export function removeRisk(body: Json): { body: Json; removed: readonly string[] } {
  const removed = new Set<string>();
  return { body: strip(body, removed), removed: [...removed] };
}

function strip(value: Json, removed: Set<string>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => strip(item, removed));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    if (isRiskField(name)) removed.add(name);
    else Object.defineProperty(copy, name, { value: strip(item, removed), enumerable: true });
  }
  return copy satisfies JsonObject;
}
