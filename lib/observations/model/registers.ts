import { normalizeAddress } from '#lib/values/addresses.ts';
import { addressFields, fixedFields } from './fields.ts';

/**
 * Sources, weakest first. A stronger source overrules a weaker one at any time. Seeded values (`npm run seed`) are
 * the weakest.
 */
export const sources = ['seed', 'import', 'callback', 'create', 'read'] as const;
export type Source = (typeof sources)[number];

export type FieldValue = string | number | boolean;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/**
 * The observation that a value comes from. Stamps are totally ordered: by source, then time (the start of a read, the
 * first receipt of a callback), then the observation’s ID, which is made from the SHA-256 of its content.
 */
export type SourceStamp = {
  readonly source: Source;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly observation: string;
};

type ConflictingValue = SourceStamp & { readonly value: string };
/** Two or more values that can’t all be right. The one that counts is first. */
export type Conflict = { readonly field: string; readonly values: readonly ConflictingValue[] };

/** The registers of one record. Each field is a last-writer-wins register. */
export type Registers = {
  readonly values: FieldValues;
  readonly stamps: Readonly<Record<string, SourceStamp>>;
  readonly conflicts: readonly Conflict[];
};

export const emptyRegisters: Registers = { values: {}, stamps: {}, conflicts: [] };

function compareStamps(left: SourceStamp, right: SourceStamp): number {
  const bySource = sources.indexOf(left.source) - sources.indexOf(right.source);
  if (bySource !== 0) return bySource;
  // An import only fills gaps, so of two imports the earlier one wins.
  if (left.at !== right.at) return left.source === 'import' ? right.at - left.at : left.at - right.at;
  if (left.observation === right.observation) return 0;
  return left.observation < right.observation ? -1 : 1;
}

/** The values that an observation states about one record. Absent and null fields state nothing. */
export type ReportedFields = {
  readonly values: FieldValues;
  /** Fields with several values in one observation. None of them counts. */
  readonly conflictingValues?: Readonly<Record<string, readonly FieldValue[]>>;
};

/**
 * Merges one observation into a record. Merging is commutative, associative and idempotent: any order and repetition
 * of the same observations gives the same registers.
 */
export function mergeRegisters(
  kind: string,
  before: Registers,
  statement: ReportedFields,
  stamp: SourceStamp,
): Registers {
  const values: Record<string, FieldValue> = { ...before.values };
  const stamps: Record<string, SourceStamp> = { ...before.stamps };
  let conflicts = before.conflicts;
  for (const [field, value] of Object.entries(statement.values)) {
    if (fixedFields.has(`${kind}.${field}`))
      conflicts = addConflict({ ...before, conflicts }, field, [value], stamp);
    const currentStamp = stamps[field];
    if (currentStamp !== undefined && compareStamps(currentStamp, stamp) >= 0) continue;
    values[field] = value;
    stamps[field] = stamp;
  }
  for (const [field, candidates] of Object.entries(statement.conflictingValues ?? {}))
    conflicts = addConflict({ ...before, conflicts }, field, candidates, stamp);
  return { values, stamps, conflicts };
}

/**
 * Limits the values of a conflict to the newest, in any order of arrival, so a record can’t grow without end. All
 * claimants of a deposit are kept, because a rebuild needs them.
 */
const maxConflictValues = (field: string): number => (field === 'paymentId' ? Number.POSITIVE_INFINITY : 20);

/** Adds the conflict between these values and the earlier values of a field. */
function addConflict(
  before: Registers,
  field: string,
  values: readonly FieldValue[],
  stamp: SourceStamp,
): readonly Conflict[] {
  const byKey = new Map<string, ConflictingValue>();
  const note = (one: ConflictingValue) => {
    const key = addressFields.has(field) ? normalizeAddress(one.value) : one.value;
    const existing = byKey.get(key);
    if (existing === undefined || compareNewestFirst(existing, one) > 0) byKey.set(key, one);
  };
  const conflict = before.conflicts.find((one) => one.field === field);
  for (const one of conflict?.values ?? []) note(one);
  const [current, currentStamp] = [before.values[field], before.stamps[field]];
  if (current !== undefined && currentStamp !== undefined) note({ ...currentStamp, value: String(current) });
  for (const value of values) note({ ...stamp, value: String(value) });
  if (byKey.size < 2) return before.conflicts;
  const merged = {
    field,
    values: [...byKey.values()].sort(compareNewestFirst).slice(0, maxConflictValues(field)),
  };
  return [...before.conflicts.filter((one) => one.field !== field), merged].sort((left, right) =>
    left.field < right.field ? -1 : 1,
  );
}

function compareNewestFirst(left: ConflictingValue, right: ConflictingValue): number {
  const byStamp = compareStamps(right, left);
  if (byStamp !== 0) return byStamp;
  if (left.value === right.value) return 0;
  return left.value < right.value ? -1 : 1;
}

/** An entry of the column `provenance`: an observation that still counts, with its fields. */
export type ProvenanceEntry = SourceStamp & { readonly fields: readonly string[] };

/** Groups stamps by observation, newest first, for the column `provenance`. */
export function toProvenance(stamps: Registers['stamps']): ProvenanceEntry[] {
  const entries = new Map<string, { stamp: SourceStamp; fields: string[] }>();
  let last: { stamp: SourceStamp; fields: string[] } | undefined;
  for (const [field, stamp] of Object.entries(stamps)) {
    // Mostly all fields come from one observation.
    if (last?.stamp === stamp) {
      last.fields.push(field);
      continue;
    }
    const key = `${stamp.source} ${stamp.at} ${stamp.observation}`;
    last = entries.get(key) ?? { stamp, fields: [] };
    last.fields.push(field);
    entries.set(key, last);
  }
  return [...entries.values()]
    .sort((left, right) => compareStamps(right.stamp, left.stamp))
    .map(({ stamp: { source, at, observation }, fields }) => ({
      source,
      at,
      observation,
      fields: fields.sort(),
    }));
}

/** Returns the stamp of each field from the column `provenance`. */
export function toStamps(provenance: readonly ProvenanceEntry[]): Record<string, SourceStamp> {
  const stamps: Record<string, SourceStamp> = {};
  for (const { source, at, observation, fields } of provenance)
    for (const field of fields) stamps[field] = { source, at, observation };
  return stamps;
}
