import type { Instant } from '#lib/values/instant.ts';
import type { CaseState, SubjectKind } from '../model.ts';

/** The fields by which the search finds a case. */
export const caseFields = ['number', 'reference', 'rule', 'entity', 'note'] as const;

/** A case that the search found, with the field that matched. */
export type CaseHit = {
  readonly caseId: string;
  readonly number: number;
  readonly subjectKind: SubjectKind;
  readonly state: CaseState;
  readonly at: Instant;
  readonly field: (typeof caseFields)[number];
  readonly value: string;
};

/** A record that can have a case. */
export type ReviewableRecord = { readonly subjectKind: SubjectKind; readonly subjectId: string };

/** The case of a record. */
export type CaseReference = ReviewableRecord & {
  readonly caseId: string;
  readonly number: number;
  readonly state: CaseState;
};
