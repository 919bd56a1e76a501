import type { Instant } from '#lib/values/instant.ts';
import type { Person } from '../../settings/schema-person.ts';
import type { Authority } from '../model/authorities.ts';

/** A suspicious activity report on its case. Version 0 is an empty report that was never saved. */
export type CaseReport = {
  readonly version: number;
  readonly narrative: string;
  /** Null: not filed, or filed before authorities were stored. */
  readonly authority: Authority | null;
  readonly reference: string | null;
  readonly savedBy: Person | null;
  readonly savedAt: Instant | null;
  readonly filedBy: Person | null;
  readonly filedAt: Instant | null;
  /** The day on which the authority received it, as `2026-11-25`. Null for reports filed before it was recorded. */
  readonly filedOn: string | null;
  /** Later versions that the authority received as well, oldest first. */
  readonly amendments: readonly ReportAmendment[];
};

type ReportAmendment = {
  readonly number: number;
  readonly narrative: string;
  readonly reference: string;
  readonly filedOn: string;
  readonly reason: string;
  readonly filedBy: Person;
  readonly filedAt: Instant;
};
