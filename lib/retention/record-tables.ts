import 'server-only';
import type { RetentionKind } from './model.ts';

type RecordTable = {
  readonly table: string;
  /** The ID. An index has business, last change and ID. */
  readonly column: string;
  /** Limits the records that may expire at all. */
  readonly condition: string;
  /** The function that removes a record and returns null, or returns why it stays. */
  readonly expire: string;
};

/** The table of each kind of record. */
export const recordTables: Readonly<Record<RetentionKind, RecordTable>> = {
  payment: {
    table: 'payment',
    column: 'payment_id',
    condition: 'true',
    expire: "expire_record($1::uuid, 'payment', $2::uuid)",
  },
  withdrawal: {
    table: 'withdrawal',
    column: 'withdrawal_id',
    condition: 'true',
    expire: "expire_record($1::uuid, 'withdrawal', $2::uuid)",
  },
  case: {
    table: 'review_case',
    column: 'case_id',
    condition: "state = 'decided'",
    expire: 'expire_case($1::uuid, $2::uuid)',
  },
};
