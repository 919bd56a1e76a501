import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import type { Scope } from '#lib/access/index.ts';

/** Returns what a person may do with notes and labels, for the controls of a page. Each verb checks again. */
export const toAnnotationPermissions = (scope: Scope): AnnotationPermissions => ({
  mayAnnotate: scope.may('record.annotate'),
  maySeeCases: scope.may('review.work'),
});
