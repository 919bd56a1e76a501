/** What an open screen can be told of: the names are also the second part of every query key behind `['b', businessId]`. */
export const topics = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'callbacks',
  'business',
  'minimums',
  'intents',
  'exceptions',
  'exports',
  'labels',
  'reviews',
  'audit',
  'overview',
] as const;
export type Topic = (typeof topics)[number];

/** What else the figures of Overview are made of. What no other page shows is told as `overview` itself. */
export const overviewTopics: readonly Topic[] = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'callbacks',
  'business',
  'intents',
  'exceptions',
  'reviews',
];

/** Told to those who work reviews only, who read the audit log too: nobody else learns that a case exists or is worked. */
export const guardedTopics: readonly Topic[] = ['reviews', 'audit'];
