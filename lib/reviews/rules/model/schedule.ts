/** Weekdays and times of schedules, without the sentences of rules. The form of a rule loads those later. */

/** The numbers of the weekdays. 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
/** Formats a weekday. 1 is Monday. */
export const formatWeekday = (day: number): string => dayFormat.format(Date.UTC(2024, 0, day));

/** Formats a minute of the day as HH:MM. */
export const formatMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
