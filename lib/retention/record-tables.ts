import 'server-only';
import { systemChain } from '#lib/audit/index.ts';
import { isOfBusinessSql } from '#lib/database/business-key.ts';
import type { RetentionKind } from './model.ts';

/** SQL for the records of a kind. An index has business and time, for the records of the condition. */
type RecordTable = {
  readonly table: string;
  /** The condition that a record is of the business `$1`. */
  readonly inBusiness: string;
  /** The last change, or the time of an entry. */
  readonly changedAt: string;
  /** Orders records of the same time. */
  readonly order: string;
  /** The ID, from that order. */
  readonly id: string;
  /** The order of an ID in `$5`. */
  readonly afterOrder: string;
  /** Limits the records that may expire at all. */
  readonly condition: string;
  /** The records that people of a business may count, unless they may count the whole table. */
  readonly ownRecords?: string;
};

const record = (table: string, column: string): RecordTable => ({
  table,
  inBusiness: isOfBusinessSql(table),
  changedAt: 'changed_at',
  order: column,
  id: column,
  afterOrder: "coalesce($5::text::uuid, '00000000-0000-0000-0000-000000000000')",
  condition: 'true',
});

const entries = {
  table: 'audit_entry',
  inBusiness: 'chain_id = $1::uuid',
  changedAt: 'at',
  order: 'sequence',
  id: "lpad(to_hex(sequence), 32, '0')::uuid",
  afterOrder: 'coalesce(audit_sequence($5::text::uuid), 0)',
  condition: "action <> 'retention.expired'",
} as const satisfies RecordTable;

/**
 * The table of each kind of record. An audit entry has its number as the last digits of its ID. A business counts the
 * sign-ins of its members since they joined, as its audit log shows them.
 */
export const recordTables: Readonly<Record<RetentionKind, RecordTable>> = {
  payment: record('payment', 'payment_id'),
  withdrawal: record('withdrawal', 'withdrawal_id'),
  case: { ...record('review_case', 'case_id'), condition: "state = 'decided'" },
  callback: {
    ...record('callback_message', 'id'),
    changedAt: 'first_received_at',
    condition: "verdict IN ('quarantined', 'rejected', 'stored')",
  },
  audit: entries,
  'sign-in': {
    ...entries,
    condition: `${entries.condition} AND action LIKE 'session.%'`,
    ownRecords: `(SELECT m.business_id AS chain_id, s.sequence, s.at, s.action FROM membership m JOIN audit_entry s
       ON s.chain_id = '${systemChain}' AND s.object_type = 'person' AND s.object_id = m.person_id::text
      AND s.at >= m.created_at) AS own`,
  },
};
