/** The views of the queue, by their name in the address. */
export const queueViews = [
  'unassigned',
  'mine',
  'overdue',
  'open',
  'second',
  'snoozed',
  'disagrees',
  'decided',
] as const;
export type QueueView = (typeof queueViews)[number];
export const queueSorts = ['due', 'amount', 'newest'] as const;
export type QueueSort = (typeof queueSorts)[number];

/** For how long a case can be put aside. */
export const snoozeHours = [4, 24, 72, 168] as const;

/** What may be attached, in bytes. */
export const fileLimit = 5 * 1024 * 1024;
/** To a case: all of them go into one evidence pack. */
export const mostFiles = 30;

/** Decisions count in the figures for so many days. */
export const figureDays = 90;
