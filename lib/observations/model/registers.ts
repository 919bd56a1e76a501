import { addressKey } from '#lib/values/addresses.ts';
import { addressFields, fixedFields } from './fields.ts';

/**
 * Lowest first: a source further on overrules those before it, whenever it spoke. What `npm run seed` made up is
 * overruled by anything that was ever received.
 */
export const sources = ['seed', 'import', 'callback', 'create', 'read'] as const;
export type Source = (typeof sources)[number];

export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/**
 * Which observation a value comes from. Stamps are totally ordered: by source, then time (a read by its start,
 * a callback by its first receipt), then the observation's id, which is made from the content's SHA-256.
 */
export type SourceStamp = {
  readonly source: Source;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly observation: string;
};

type ConflictingValue = SourceStamp & { readonly value: string };
/** Two or more values that can't all be right, the one that counts first. */
export type Conflict = { readonly field: string; readonly values: readonly ConflictingValue[] };

/** One record: each field a last-writer-wins register, and the contradictions seen. */
export type Registers = {
  readonly values: Values;
  readonly stamps: Readonly<Record<string, SourceStamp>>;
  readonly conflicts: readonly Conflict[];
};

export const noRegisters: Registers = { values: {}, stamps: {}, conflicts: [] };

function compareStamps(left: SourceStamp, right: SourceStamp): number {
  const bySource = sources.indexOf(left.source) - sources.indexOf(right.source);
  if (bySource !== 0) return bySource;
  // An import fills gaps only: of two the earlier one stays.
  if (left.at !== right.at) return left.source === 'import' ? right.at - left.at : left.at - right.at;
  if (left.observation === right.observation) return 0;
  return left.observation < right.observation ? -1 : 1;
}

/** What an observation says of one record. Absent and null are not in it: they say nothing. */
export type Statement = {
  readonly values: Values;
  /** Fields of which it says several things at once. None of them counts. */
  readonly contradictions?: Readonly<Record<string, readonly Value[]>>;
};

/**
 * Merges one observation into a record. Merging is commutative, associative and idempotent: any order and any
 * repetition of the same observations gives the same registers.
 */
export function merge(kind: string, before: Registers, said: Statement, stamp: SourceStamp): Registers {
  const values: Record<string, Value> = { ...before.values };
  const stamps: Record<string, SourceStamp> = { ...before.stamps };
  let conflicts = before.conflicts;
  for (const [field, value] of Object.entries(said.values)) {
    if (fixedFields.has(`${kind}.${field}`))
      conflicts = contradict({ ...before, conflicts }, field, [value], stamp);
    const held = stamps[field];
    if (held !== undefined && compareStamps(held, stamp) >= 0) continue;
    values[field] = value;
    stamps[field] = stamp;
  }
  for (const [field, several] of Object.entries(said.contradictions ?? {}))
    conflicts = contradict({ ...before, conflicts }, field, several, stamp);
  return { values, stamps, conflicts };
}

/**
 * Of more sides than these the newest are kept, which is the same in any order: else one of very many would make its
 * record grow with each observation. Who claims a deposit is needed whole, for making it anew.
 */
const mostSidesOf = (field: string): number => (field === 'paymentId' ? Number.POSITIVE_INFINITY : 20);

/** Notes the contradiction between what an observation says of a field and what was said of it before. */
function contradict(
  before: Registers,
  field: string,
  said: readonly Value[],
  stamp: SourceStamp,
): readonly Conflict[] {
  const known = new Map<string, ConflictingValue>();
  const note = (one: ConflictingValue) => {
    const key = addressFields.has(field) ? addressKey(one.value) : one.value;
    const there = known.get(key);
    if (there === undefined || newerFirst(there, one) > 0) known.set(key, one);
  };
  const conflict = before.conflicts.find((one) => one.field === field);
  for (const one of conflict?.values ?? []) note(one);
  const [held, heldStamp] = [before.values[field], before.stamps[field]];
  if (held !== undefined && heldStamp !== undefined) note({ ...heldStamp, value: String(held) });
  for (const value of said) note({ ...stamp, value: String(value) });
  if (known.size < 2) return before.conflicts;
  const joined = { field, values: [...known.values()].sort(newerFirst).slice(0, mostSidesOf(field)) };
  return [...before.conflicts.filter((one) => one.field !== field), joined].sort((left, right) =>
    left.field < right.field ? -1 : 1,
  );
}

function newerFirst(left: ConflictingValue, right: ConflictingValue): number {
  const byStamp = compareStamps(right, left);
  if (byStamp !== 0) return byStamp;
  if (left.value === right.value) return 0;
  return left.value < right.value ? -1 : 1;
}

/** `provenance` as it is stored: each observation that still counts, newest first, with its fields. */
export type ProvenanceEntry = SourceStamp & { readonly fields: readonly string[] };

export function toProvenance(stamps: Registers['stamps']): ProvenanceEntry[] {
  const entries = new Map<string, { stamp: SourceStamp; fields: string[] }>();
  let last: { stamp: SourceStamp; fields: string[] } | undefined;
  for (const [field, stamp] of Object.entries(stamps)) {
    // Mostly all fields are of one observation.
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

export function toStamps(provenance: readonly ProvenanceEntry[]): Record<string, SourceStamp> {
  const stamps: Record<string, SourceStamp> = {};
  for (const { source, at, observation, fields } of provenance)
    for (const field of fields) stamps[field] = { source, at, observation };
  return stamps;
}
