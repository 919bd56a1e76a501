import type { Instant } from '#lib/values/instant.ts';

/** Kinds of records that can have notes and labels. */
export const recordKinds = ['payment', 'deposit', 'withdrawal'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const maximumNoteLength = 4_000;
export const maximumLabelLength = 40;
/** Maximum number of labels on a record. */
export const maximumRecordLabels = 20;
/** Maximum number of labels of a business, so that the list stays readable. */
export const maximumBusinessLabels = 300;

/** Maximum number of records in one batch. */
export const maximumRecordsAtOnce = 100;
/** Maximum number of records in one run of batches. */
export const maximumSelectedToLabel = 2_000;

/** A label of the business. */
export type Label = {
  readonly labelId: string;
  readonly name: string;
  /** Stays on its records, but can't be added to more. */
  readonly retired: boolean;
};

/** A label with the number of its records, up to a limit. */
export type LabelUse = Label & { readonly records: number; readonly more: boolean };

type NoteText = { readonly text: string; readonly at: Instant };

export type Note = NoteText & {
  readonly noteId: string;
  /** Name of the author. */
  readonly author: string;
  /** The viewer is the author. */
  readonly isMine: boolean;
  readonly version: number;
  readonly createdAt: Instant;
  /** Earlier texts, newest first. */
  readonly earlier: readonly NoteText[];
};

/** Notes and labels of a record. Every member of the business may read them; none comes from a case. */
export type Annotations = {
  readonly notes: readonly Note[];
  readonly labels: readonly Label[];
  /** Names of the labels that are not retired. */
  readonly labelVocabulary: readonly string[];
};

/** Label names, number of notes and the beginning of the newest note, for a list row. */
export type ListAnnotations = {
  readonly labels: readonly string[];
  readonly notes: number;
  readonly latestNote: string | null;
};

/** Normalizes a name for comparison: ignores case, character width and repeated spaces. */
export const labelKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
