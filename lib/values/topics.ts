/** Topics of live updates. The names are also the second part of every query key after `['b', businessId]`. */
export const topics = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'callbacks',
  'business',
  'minimums',
  'intents',
  'batches',
  'bank',
  'exceptions',
  'exports',
  'labels',
  'reviews',
  'audit',
  'notifications',
  'overview',
  'approvals',
  'settings-proposals',
] as const;
export type Topic = (typeof topics)[number];

/** Topics that Overview also shows. Changes that no other page shows use `overview`. */
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

/** Topics for people who see reviews and the audit log. Others must not learn about cases. */
export const guardedTopics: readonly Topic[] = ['reviews', 'audit'];
