import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { RecordKind } from './model.ts';
import type { Subject } from './store.ts';

const topics: Readonly<Record<RecordKind, Topic>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};

/** The topic of these records, which is also what their list is called. */
export const toTopic = (kind: RecordKind): Topic => topics[kind];

/** Tells the open screens that a record's notes or labels have changed. */
export const announceChange = (
  transaction: Transaction,
  { businessId, kind, recordId }: Subject,
): Promise<void> => announce(transaction, { businessId, topics: [topics[kind]], ids: [recordId] });
