/** Text as a column of PostgreSQL can hold it: neither NUL nor half a character. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');
