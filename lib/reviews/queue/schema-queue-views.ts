import { tReviewList } from '#lib/messages/review-queue.ts';

/** The views of the queue, named as in the URL. */
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
export const queueViewLabels: Readonly<Record<QueueView, string>> = {
  open: tReviewList('view.open'),
  mine: tReviewList('view.mine'),
  unassigned: tReviewList('view.unassigned'),
  overdue: tReviewList('view.overdue'),
  second: tReviewList('view.second'),
  snoozed: tReviewList('view.snoozed'),
  disagrees: tReviewList('view.disagrees'),
  decided: tReviewList('view.decided'),
};
