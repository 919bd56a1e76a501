import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';

/** Risk detail on the wire (§2.4, §6.2), wherever in a body it stands and however its letters are set. */
export const riskFieldNames = ['riskscore', 'addressriskassessment', 'txaddressowner'] as const;
const fields: ReadonlySet<string> = new Set(riskFieldNames);

export const isRiskField = (name: string): boolean => fields.has(name.toLowerCase());

/** Whether this place in a body is in its risk detail. */
export const isRiskPath = (path: string): boolean => path.split('.').some(isRiskField);

/** The same as the interface writes them. */
export const riskFieldLabels = ['riskScore', 'addressRiskAssessment', 'txAddressOwner'] as const;

/** The body without its risk detail, and the names of what was taken out. */
export function withoutRisk(body: Json): { body: Json; removed: readonly string[] } {
  const removed = new Set<string>();
  return { body: strip(body, removed), removed: [...removed] };
}

function strip(value: Json, removed: Set<string>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => strip(item, removed));
  if (!isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value)) {
    if (isRiskField(name)) removed.add(name);
    else Object.defineProperty(kept, name, { value: strip(item, removed), enumerable: true });
  }
  return kept satisfies JsonObject;
}
