/** Cells of `annotationColumns`, loaded when a person first chooses such a column. */
export { LabelChips } from './label-chip.tsx';
export { LatestNote } from './latest-note.tsx';
