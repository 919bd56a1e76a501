/** Text that a PostgreSQL column can store: no NUL and no lone surrogate. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');
