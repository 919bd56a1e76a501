/** The views of the queue, by their name in the address. */
export const queueViews = [
  'open',
  'mine',
  'unassigned',
  'overdue',
  'second',
  'snoozed',
  'disagrees',
  'decided',
] as const;
export type QueueView = (typeof queueViews)[number];
export const queueWords: Readonly<Record<QueueView, string>> = {
  open: 'All open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  second: 'Waiting for a second person',
  snoozed: 'Put aside',
  disagrees: 'Service disagrees',
  decided: 'Decided',
};

/** So many cases can be acted on at once. */
export const mostAtOnce = 200;

/** For how long a case can be put aside. */
export const snoozeHours = [4, 24, 72, 168] as const;

/** What may be attached, in bytes. */
export const fileLimit = 5 * 1024 * 1024;
/** To a case: all of them go into one evidence pack. */
export const mostFiles = 30;

/** Decisions count in the figures for so many days. */
export const figureDays = 90;
