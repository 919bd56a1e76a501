import type { MayAnnotate } from '#components/annotations/notes.tsx';
import type { Scope } from '#lib/access/index.ts';

/** What a person may do to notes and labels, for what a page offers; each verb asks again. */
export const annotating = (scope: Scope): MayAnnotate => ({
  mayAnnotate: scope.may('record.annotate'),
  seesCases: scope.may('review.work'),
});
