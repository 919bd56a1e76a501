import 'server-only';
import { entryObstacleSql, systemChain } from '#lib/audit/index.ts';
import type { RetentionKind } from './model.ts';
import { recordObstacles } from './record-obstacles.ts';

/**
 * SQL for the records `e` of a kind, with the business `$1` and the years `$2`. An index has business and time,
 * for the records of the condition.
 */
type RecordTable = {
  readonly table: string;
  /** The condition that a record is of the business. */
  readonly inBusiness: string;
  /** The last change, or the time of an entry. */
  readonly changedAt: string;
  readonly id: string;
  /** Limits the records that may expire at all. */
  readonly condition: string;
  /** Why a record stays, or null. */
  readonly obstacle: string;
};

const cutoff = 'now() - make_interval(years => $2::int)';

/** The database itself checks time and hold of a record, and everything of a case. */
const record = (kind: RetentionKind, table: string, id: string, obstacle = 'NULL'): RecordTable => ({
  table,
  inBusiness: 'e.business_id = $1::uuid',
  changedAt: 'e.changed_at',
  id: `e.${id}`,
  condition: 'true',
  obstacle: `coalesce((retention_obstacle($1::uuid, '${kind}', e.${id}, ${cutoff})).obstacle, ${obstacle})`,
});

const logHold = (inBusiness: string) =>
  `EXISTS (SELECT FROM legal_hold h WHERE h.kind = 'audit' AND h.lifted_at IS NULL AND ${inBusiness})`;
/** Without an anchor that is old enough, nothing of a log expires. */
const isUnanchored = `NOT EXISTS (
  SELECT FROM (SELECT at FROM audit_anchor ORDER BY number LIMIT 1) AS first WHERE first.at < ${cutoff})`;
const isShared = `EXISTS (
  SELECT FROM business b LEFT JOIN setting r ON r.business_id = b.id AND r.kind = 'retention' AND r.subject = 'sign-in'
   WHERE b.id <> $1::uuid AND (r.value IS NULL OR e.at >= now() - make_interval(years => (r.value #>> '{}')::integer)))`;

const entries: RecordTable = {
  ...record('audit', 'audit_entry', 'sequence'),
  inBusiness: 'e.chain_id = $1::uuid',
  changedAt: 'e.at',
  obstacle: `CASE WHEN ${logHold('h.business_id = $1::uuid')} THEN 'held'
    ELSE coalesce(${entryObstacleSql('$1::uuid')}, CASE WHEN ${isUnanchored} THEN 'unanchored' END) END`,
};

/**
 * The table of each kind of record. A log expires from its beginning on. A business counts the sign-ins of its members since
 * they joined, as its audit log shows them.
 */
export const recordTables: Readonly<Record<RetentionKind, RecordTable>> = {
  payment: record('payment', 'payment', 'payment_id', recordObstacles.payment),
  withdrawal: record('withdrawal', 'withdrawal', 'withdrawal_id', recordObstacles.withdrawal),
  case: { ...record('case', 'review_case', 'case_id'), condition: "e.state = 'decided'" },
  callback: {
    ...record('callback', 'callback_message', 'id', recordObstacles.callback),
    changedAt: 'e.first_received_at',
    condition: "e.verdict IN ('quarantined', 'rejected', 'stored')",
  },
  audit: entries,
  'sign-in': {
    ...entries,
    table: `(SELECT m.business_id AS chain_id, s.sequence, s.at FROM membership m JOIN audit_entry s
       ON s.chain_id = '${systemChain}' AND s.object_type = 'person' AND s.object_id = m.person_id::text
      AND s.at >= m.created_at AND s.action LIKE 'session.%')`,
    obstacle: `CASE WHEN ${logHold('h.business_id = $1::uuid')} THEN 'held'
      WHEN ${isShared} OR ${logHold('true')} THEN 'shared' WHEN ${isUnanchored} THEN 'unanchored' END`,
  },
};
