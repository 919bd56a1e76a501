/** A reference of the merchant's in a row: whole, and broken anywhere where it is longer than its room. In padding, the line behind the last would show. */
export const brokenReference = 'my-1 line-clamp-4 whitespace-normal leading-snug [overflow-wrap:anywhere]';

/** The same as wide as a column may get; a card has all its width. */
export const columnReference = `${brokenReference} w-max max-w-32 max-md:w-auto max-md:max-w-full xl:max-w-36 min-[90rem]:max-w-44`;
