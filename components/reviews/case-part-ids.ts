/** The ids of the parts of a case page that keys and links lead to. */
export const notesId = 'case-notes';
export const snoozeId = 'case-snooze';
/** The element that holds the decision panel. */
export const decisionPanelId = 'case-decision';
