import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { Topic } from '#lib/values/topics.ts';
import type { RecordKind } from './model.ts';
import type { AnnotatedRecord } from './store.ts';

const topics: Readonly<Record<RecordKind, Topic>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};

/** Returns the live-update topic of a kind, which is also the name of its list. */
export const toTopic = (kind: RecordKind): Topic => topics[kind];

/** Announces a change of a record's notes or labels to open screens. */
export const announceChange = (
  transaction: Transaction,
  { businessId, kind, recordId }: AnnotatedRecord,
): Promise<void> => announce(transaction, { businessId, topics: [topics[kind]], ids: [recordId] });
