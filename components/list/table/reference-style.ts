/** A merchant's reference in a row: on one line that is cut at its end, so that all rows have one height. Its tooltip is whole. */
export const referenceLineStyle = 'reference-line';

/** The same with a maximum width for columns. A card uses its full width. */
export const columnReferenceStyle = `${referenceLineStyle} column-reference`;
