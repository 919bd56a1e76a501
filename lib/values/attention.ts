/** So many days, today being the last, are looked at for what needs attention, where nothing else ends its wait. */
export const attentionDays = 30;
