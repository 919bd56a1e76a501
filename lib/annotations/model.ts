import type { Instant } from '#lib/values/instant.ts';

/** What notes and labels are kept of. */
export const recordKinds = ['payment', 'deposit', 'withdrawal'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const longestNote = 4_000;
export const longestLabel = 40;
/** More on one record say nothing any more. */
export const mostLabels = 20;
/** A vocabulary that nobody can read is none. */
export const mostWords = 300;

/** So many records are labelled in one step. */
export const mostAtOnce = 100;
/** And so many by one act of a person, step by step. */
export const maximumSelectedToLabel = 2_000;

/** A label of the vocabulary. */
export type Label = {
  readonly labelId: string;
  readonly name: string;
  /** Not offered any more; it stays where it is. */
  readonly retired: boolean;
};

/** A label with how many records carry it, up to a bound. */
export type LabelUse = Label & { readonly records: number; readonly more: boolean };

type NoteText = { readonly text: string; readonly at: Instant };

export type Note = NoteText & {
  readonly noteId: string;
  /** Who wrote it, and whether that is whoever asks. */
  readonly author: string;
  readonly mine: boolean;
  readonly version: number;
  readonly createdAt: Instant;
  /** What it said before, newest first. */
  readonly earlier: readonly NoteText[];
};

/** What people added to a record. Everybody of the business may read it; nothing in it comes from a case. */
export type Annotations = {
  readonly notes: readonly Note[];
  readonly labels: readonly Label[];
  /** The names of the labels that are offered. */
  readonly words: readonly string[];
};

/** What a row of a list shows of it: the names of the labels, how many notes, and how the newest begins. */
export type ListAnnotations = {
  readonly labels: readonly string[];
  readonly notes: number;
  readonly latestNote: string | null;
};

/** A name in the form in which two spellings are equal: whatever the case, the width and the spaces. */
export const labelKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
