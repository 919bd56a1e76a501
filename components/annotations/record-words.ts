import type { RecordKind } from '#lib/annotations/model.ts';

/** The topic of these records, which is also what their list is called. */
export const topics: Readonly<Record<RecordKind, string>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};

/** "1 payment", "12 deposits". */
export const formatRecordCount = (kind: RecordKind, count: number): string =>
  `${count} ${count === 1 ? kind : topics[kind]}`;
