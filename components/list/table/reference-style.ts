/**
 * A merchant's reference in a row: in full, with line breaks anywhere. It has a margin, because padding would show
 * the line after the last one.
 */
export const wrappedReferenceStyle =
  'my-1 line-clamp-4 whitespace-normal leading-snug [overflow-wrap:anywhere]';

/** The same with a maximum width for columns. A card uses its full width. */
export const columnReferenceStyle = `${wrappedReferenceStyle} w-max max-w-32 max-md:w-auto max-md:max-w-full xl:max-w-36 min-[90rem]:max-w-44`;
