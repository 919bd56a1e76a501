/** The cells of `annotationColumns`, which are fetched once such a column is chosen. */
export { LabelChips } from './label-chip.tsx';
export { LatestNote } from './latest-note.tsx';
