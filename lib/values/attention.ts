/** Days, including today, in which items need attention unless something else ends it. */
export const attentionDays = 30;
