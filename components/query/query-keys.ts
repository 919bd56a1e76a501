/** Keys of the queries whose data the server reads first. The third part is the topic whose changes refresh them. */

type RecordTopic = 'payments' | 'deposits' | 'withdrawals' | 'callbacks';

/** The page of one record. */
export const recordKey = (businessId: string, topic: RecordTopic, id: string) =>
  ['b', businessId, topic, 'one', id] as const;

/** A page of a list by the address of its query. The empty address is the whole list. */
export const listKey = (businessId: string, list: string, address: string) =>
  ['b', businessId, list, 'list', address] as const;

/** The number of matching rows, by the address that `toFilterAddress` returns. */
export const countKey = (businessId: string, list: string, matching: string) =>
  ['b', businessId, list, 'count', matching] as const;

/** The business's labels, for lists that filter by them. */
export const labelsKey = (businessId: string, isLabelled: boolean) =>
  ['b', businessId, 'labels', isLabelled] as const;

export const businessKey = (businessId: string) => ['b', businessId, 'business', 'record'] as const;
/** The hash of the proposals that wait. */
export const approvalsKey = (businessId: string) => ['b', businessId, 'approvals', 'hash'] as const;
export const minimumsKey = (businessId: string) => ['b', businessId, 'minimums', 'view'] as const;
export const reprocessingsKey = (businessId: string) =>
  ['b', businessId, 'callbacks', 'reprocessings'] as const;
/** The person's own drafts about a record. */
export const draftsKey = (businessId: string, subject: string) =>
  ['b', businessId, 'drafts', subject] as const;
/** The person's own notifications. */
export const notificationKeys = {
  list: (businessId: string) => ['b', businessId, 'notifications', 'list'] as const,
  count: (businessId: string) => ['b', businessId, 'notifications', 'count'] as const,
};
/** The colleagues whom a note may mention. */
export const colleaguesKey = (businessId: string, about: 'record' | 'case') =>
  ['b', businessId, 'colleagues', about] as const;
export const deskKey = (businessId: string) => ['b', businessId, 'reviews', 'desk'] as const;
export const caseKey = (businessId: string, caseId: string) =>
  ['b', businessId, 'reviews', 'case', caseId] as const;
export const ruleKey = (businessId: string, ruleId: string, page: number) =>
  ['b', businessId, 'reviews', 'rule', ruleId, page] as const;

/** Payments from files. */
export const batchKeys = {
  list: (businessId: string, after: string) => ['b', businessId, 'batches', 'list', after] as const,
  one: (businessId: string, batchId: string) => ['b', businessId, 'batches', 'one', batchId] as const,
  rows: (businessId: string, batchId: string, show: string, after: number) =>
    ['b', businessId, 'batches', 'rows', batchId, show, after] as const,
};

/** Requests to create a payment. */
export const intentKeys = {
  one: (businessId: string, intentId: string) => ['b', businessId, 'intents', intentId] as const,
  open: (businessId: string) => ['b', businessId, 'intents', 'open'] as const,
  all: (businessId: string) => ['b', businessId, 'intents'] as const,
};
/** The imported bank statements. */
export const bankImportsKey = (businessId: string) => ['b', businessId, 'bank', 'imports'] as const;
