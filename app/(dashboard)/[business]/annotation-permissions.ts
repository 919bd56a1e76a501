import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import type { Scope } from '#lib/access/index.ts';

/** Returns what a person may do with notes and labels, for the controls of a page. Each verb checks again. */
export const toAnnotationPermissions = (scope: Pick<Scope, 'may'>): AnnotationPermissions => ({
  mayAnnotate: scope.may('record.annotate'),
  ...(scope.may('review.work') && { maySeeCases: true }),
});
