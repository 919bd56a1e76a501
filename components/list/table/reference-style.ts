/**
 * A merchant's reference in a row: in full, with line breaks anywhere. It has a margin, because padding would show
 * the line after the last one.
 */
export const wrappedReferenceStyle = 'wrapped-reference';

/** The same with a maximum width for columns. A card uses its full width. */
export const columnReferenceStyle = `${wrappedReferenceStyle} column-reference`;
