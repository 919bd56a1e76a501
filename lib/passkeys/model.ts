/** Passkeys of one person. */
export const maxPasskeys = 20;
/** A challenge works for this time. */
export const challengeMinutes = 5;
