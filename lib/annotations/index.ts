import 'server-only';

/**
 * Notes and labels that people add to payments, deposits and withdrawals. Every member may read them, and each change is
 * audited. This room never reads or stores review cases.
 */
export { addLabel } from './add-label.ts';
export { annotateCreatedPayment, findOrCreateLabels } from './annotate-created.ts';
export {
  annotationItemsSql,
  labelConditions,
  readAnnotations,
  selectAnnotationTexts,
} from './list-queries.ts';
export {
  listLabels,
  listLabelUses,
  listRecordLabels,
  readNote,
  readRecordAnnotations,
} from './queries.ts';
export {
  annotationLookups,
  labelSearchIndex,
  noteSearchIndex,
  shortestText,
} from './search.ts';
export { writeNote } from './write-note.ts';
