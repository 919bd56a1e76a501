import 'server-only';
import { announce } from '#lib/platform/live.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { RecordKind } from './model.ts';
import type { Subject } from './store.ts';

const topics: Readonly<Record<RecordKind, Topic>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};

/** The topic of these records, which is also what their list is called. */
export const topicOf = (kind: RecordKind): Topic => topics[kind];

/** Tells the open screens that a record's notes or labels have changed. */
export const tellChange = (
  transaction: Transaction,
  { businessId, kind, recordId }: Subject,
): Promise<void> => announce(transaction, { businessId, topics: [topics[kind]], ids: [recordId] });
