import type { RecordKind } from '#lib/annotations/model.ts';
import { tAnnotations } from '#lib/messages/annotations.ts';

/** The live-update topic of each kind, which is also the name of its list. */
export const recordTopics: Readonly<Record<RecordKind, string>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};

/** Formats a number of records: "1 payment", "12 deposits". */
export const formatRecordCount = (kind: RecordKind, count: number): string =>
  tAnnotations(`records.${kind}`, { count });

/** Returns the address of the list filtered by one label. */
export const labelHref = (businessId: string, kind: RecordKind, labelId: string): string =>
  `/${businessId}/${recordTopics[kind]}?label=${labelId}`;
