import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { entityKeySql } from '#lib/lists/search/indexed-text.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { RecordChange } from '../model/record-change.ts';
import type { StoredDeposit, StoredWithdrawal } from '../model/row-read.ts';
import { readDepositTime } from '../model/row-write.ts';
import { queryPool } from '../rebuild/verify-queries.ts';

/** A deposit or withdrawal whose risk detail names parties. */
export type PartySubject = {
  readonly businessId: BusinessId;
  readonly kind: 'deposit' | 'withdrawal';
  readonly id: string;
};

const columns = 'business_id, subject_kind, subject_id, relation, entity_key, name, at';

/** Selects the names in an assessment, each once for its relation. Other values than text have none. */
const selectEntities = `
  SELECT DISTINCT ON (relation, ${entityKeySql(`value #>> '{}'`)}) relation, ${entityKeySql(`value #>> '{}'`)} AS entity_key,
         left(trim(value #>> '{}'), 200) AS name
    FROM (SELECT 'source' AS relation, jsonb_path_query(r.assessment, '$.sourceRiskEntities[*].name') AS value
          UNION ALL SELECT 'destination', jsonb_path_query(r.assessment, '$.destinationRiskEntities[*].name')
          UNION ALL SELECT 'owner', jsonb_path_query(r.assessment, '$.addressOwner.name')) AS named
   WHERE jsonb_typeof(value) = 'string' AND ${entityKeySql(`value #>> '{}'`)} IS NOT NULL
   ORDER BY relation, ${entityKeySql(`value #>> '{}'`)}, value #>> '{}'`;

/**
 * Returns SQL for the parties of `subjects`, a table with the columns `business_id`, `subject_kind` and `subject_id`. Each
 * record is looked up by its key: OFFSET 0 stops the planner, which may have no statistics, from reading a whole table.
 */
export const partiesSql = (subjects: string): string => `
  SELECT s.business_id, s.subject_kind, s.subject_id, e.relation, e.entity_key, e.name, d.sort_at AS at
    FROM ${subjects} AS s,
         LATERAL (SELECT sort_at FROM deposit WHERE deposit.business_id = s.business_id
                     AND deposit.deposit_id = s.subject_id OFFSET 0) AS d,
         LATERAL (SELECT assessment FROM deposit_risk WHERE deposit_risk.business_id = s.business_id
                     AND deposit_risk.deposit_id = s.subject_id OFFSET 0) AS r,
         LATERAL (${selectEntities}) AS e
   WHERE s.subject_kind = 'deposit'
  UNION ALL
  SELECT s.business_id, s.subject_kind, s.subject_id, 'owner', ${entityKeySql('r.owner_name')}, left(trim(r.owner_name), 200),
         w.first_received_at
    FROM ${subjects} AS s,
         LATERAL (SELECT first_received_at FROM withdrawal WHERE withdrawal.business_id = s.business_id
                     AND withdrawal.withdrawal_id = s.subject_id OFFSET 0) AS w,
         LATERAL (SELECT owner_name FROM withdrawal_risk WHERE withdrawal_risk.business_id = s.business_id
                     AND withdrawal_risk.withdrawal_id = s.subject_id OFFSET 0) AS r
   WHERE s.subject_kind = 'withdrawal' AND ${entityKeySql('r.owner_name')} IS NOT NULL`;

/** SQL of all deposits and withdrawals with risk detail of a business (`$1`). */
export const allSubjectsSql = `
  (SELECT business_id, 'deposit' AS subject_kind, deposit_id AS subject_id FROM deposit_risk WHERE business_id = $1::uuid
   UNION ALL
   SELECT business_id, 'withdrawal', withdrawal_id FROM withdrawal_risk WHERE business_id = $1::uuid)`;

const namedSubjects =
  'unnest($1::uuid[], $2::text[], $3::uuid[]) AS named (business_id, subject_kind, subject_id)';
const removeNamed = `
  DELETE FROM review_entity e USING ${namedSubjects}
   WHERE e.business_id = named.business_id AND e.subject_kind = named.subject_kind AND e.subject_id = named.subject_id`;
const insertNamed = `INSERT INTO review_entity (${columns}) ${partiesSql(`(SELECT * FROM ${namedSubjects})`)}`;

/** Replaces the parties of these subjects by those of their records. */
export async function updateParties(
  statements: PlainTransaction,
  subjects: readonly PartySubject[],
): Promise<void> {
  if (subjects.length === 0) return;
  const values = [
    subjects.map(({ businessId }) => businessId),
    subjects.map(({ kind }) => kind),
    subjects.map(({ id }) => id),
  ];
  await statements.run(removeNamed, values);
  await statements.run(insertNamed, values);
}

const key = 'business_id, subject_kind, subject_id, relation, entity_key';
const rebuildSql = `
  WITH read AS MATERIALIZED (${partiesSql(allSubjectsSql)}),
  removed AS (
    DELETE FROM review_entity e WHERE business_id = $1::uuid AND (${key}) NOT IN (SELECT ${key} FROM read))
  INSERT INTO review_entity (${columns}) SELECT ${columns} FROM read
  ON CONFLICT (${key}) DO UPDATE SET name = EXCLUDED.name, at = EXCLUDED.at`;

/** Replaces the parties of a business by those of its records. For records that were not folded, as those of the seed. */
export async function rebuildParties(businessId: BusinessId): Promise<void> {
  await queryPool(rebuildSql, [businessId]);
}

/** Returns the subjects of which parties are named otherwise, or at another time, than before. */
export function listPartySubjects(changes: readonly RecordChange[]): readonly PartySubject[] {
  const found = new Map<string, PartySubject>();
  for (const { kind, businessId, before, after } of changes) {
    if (kind === 'payment') continue;
    const [past, present] =
      kind === 'deposit'
        ? [describeDeposit(before), describeDeposit(after)]
        : [describeWithdrawal(before), describeWithdrawal(after)];
    const state = (after ?? before)?.state;
    if (past === present || state === undefined) continue;
    const id = 'depositId' in state ? state.depositId : state.withdrawalId;
    found.set(`${kind} ${businessId} ${id}`, { businessId, kind, id });
  }
  return [...found.values()];
}

/** Returns everything on which the parties of a deposit depend as text. Null: it has none. */
function describeDeposit(deposit: StoredDeposit | null): string | null {
  const assessment = deposit?.state.risk.values['assessment'];
  if (deposit === null || assessment === undefined || !String(assessment).includes('"name"')) return null;
  return `${readDepositTime(deposit.state)} ${assessment}`;
}

function describeWithdrawal(withdrawal: StoredWithdrawal | null): string | null {
  const owner = withdrawal?.state.risk.values['ownerName'];
  return withdrawal === null || owner === undefined ? null : `${withdrawal.state.firstReceivedAt} ${owner}`;
}
