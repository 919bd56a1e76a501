import type { Instant } from './instant.ts';

/** How we came to know a value. `seed`: nobody told it, `npm run seed` made it up, and no bytes are behind it. */
export type Source = 'read' | 'create' | 'callback' | 'import' | 'seed';

/** Which fields of a record an observation gave. Stored with the record, one entry an observation. */
export type Origin = {
  readonly source: Source;
  /** When it was observed. */
  readonly at: Instant;
  readonly fields: readonly string[];
};
export type Provenance = readonly Origin[];

/** Two observations of one field that can't both be right. */
export type Conflict = {
  readonly field: string;
  readonly values: readonly { readonly value: string; readonly source: Source; readonly at: Instant }[];
};

/** Where the field's value comes from; null where it was never told. */
export const findOrigin = (provenance: Provenance, field: string): Origin | null =>
  provenance.find((origin) => origin.fields.includes(field)) ?? null;

const words: Readonly<Record<Source, string>> = {
  read: 'read from the service',
  create: 'answer to the create request',
  callback: 'callback',
  import: 'import',
  seed: 'made up by the seed',
};

/** "read from the service", for people. */
export const sourceWords = (source: Source): string => words[source];
