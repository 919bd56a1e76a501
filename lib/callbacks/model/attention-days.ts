/** Days, including today, for which refused callbacks are listed unless a link names others. */
export const attentionDays = 30;

/** Days of the longest period of Overview, and today. */
const mostDays = 91;

/** Returns the number of days in a link, or the usual one. */
export const parseDayCount = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d?$/.test(text) ? Math.min(Number(text), mostDays) : attentionDays;
