import type { Person } from '../../settings/schema-person.ts';

/** Seconds between two reports of an open page that its case is still open. */
export const presenceSeconds = 20;

/** The other people who have a case open. */
export type CasePresence = { readonly others: readonly Person[] };
