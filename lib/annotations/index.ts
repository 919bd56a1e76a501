import 'server-only';

/** What people add to payments, deposits and withdrawals: notes, and labels of the business's own vocabulary. */
export {
  annotationItems,
  annotationTexts,
  labelConditions,
  labelsInOrder,
  readAnnotations,
} from './list-queries.ts';
export { labelUses, listLabels, readRecordAnnotations } from './queries.ts';
