/** Days after which a token expires, as people choose them. */
export const lifetimeDays = [7, 30, 90, 180, 365] as const;
export const defaultLifetimeDays = 90;

/** Hours that a replaced token goes on working, as people choose them. */
export const overlapHours = [0, 1, 24, 168] as const;
export const defaultOverlapHours = 24;

/** After this time a token of the only owner begins to write. */
export const noticeMs = 72 * 3_600_000;

/** Tokens of one person that work. */
export const maximumTokens = 50;
/** Addresses and networks of one token. */
export const maximumAddresses = 50;
