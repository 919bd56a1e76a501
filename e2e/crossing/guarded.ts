import type { connectWithRetry } from '#scripts/database/connect.ts';
import { secretFigures } from './case-history.ts';
import type { RecordIds } from './records.ts';
import { riskMark } from './records.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** Matches the tables of risk detail, cases and mail to reviewers by name, so that new tables are included. */
const guardedTable = '^(review_.*|.*_risk|mail_message|proposal|setting)$';

/** Proposals and settings of the desk are guarded, and proposals to lift a hold or to reopen a case. Those of other kinds are not. */
const guardedRows = (table: string) =>
  ['proposal', 'setting'].includes(table)
    ? "business_id = $1 AND (kind LIKE 'review-%' OR kind IN ('hold-lift', 'reopening'))"
    : 'business_id = $1';

/** Columns that only the product writes: codes, ids and statuses. They can't contain text about a case. */
const closedColumns: ReadonlySet<string> = new Set([
  'deposit_risk.provenance',
  // An email address, and random bytes.
  'mail_message.address',
  'mail_message.link_path',
  'mail_message.link_seed',
  'mail_message.permission',
  'mail_message.state',
  'review_case.checks',
  'review_case.contradictions',
  'review_case.state',
  'review_case.subject_kind',
  'review_decision.checks',
  'review_decision.finding',
  'review_decision.kind',
  'review_decision.state',
  'review_decision.subjects',
  'review_change.reason',
  'review_change.subject_kind',
  'review_entity.relation',
  'review_entity.subject_kind',
  'review_fact.kind',
  'review_file.sha256',
  'review_file.type',
  'review_note.about',
  'review_note.asked_of',
  'review_report.authority',
  'review_rule.state',
  'review_rule_force.subject_kind',
  // IDs of records, and times.
  'review_rule_run.hit_ids',
  'review_rule_run.hit_times',
  'review_rule_run.kind',
  'review_rule_run.state',
  'proposal.kind',
  'proposal.state',
  'proposal.subject',
  'setting.kind',
  'setting.subject',
  'review_watch.kind',
  // Hours, and the ID of a person.
  'review_rule_text.actions',
  'review_rule_text.subject_kind',
  'withdrawal_risk.provenance',
]);

type Column = { readonly table: string; readonly column: string; readonly type: string };

async function guardedColumns(client: Client, types: readonly string[]): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name ~ $1 AND data_type = ANY ($2) ORDER BY 1, 2`,
    [guardedTable, types],
  );
  return rows;
}

/** Lists the columns of guarded tables that can hold text but don't contain the mark. */
export async function unmarkedColumns(client: Client, place: RecordIds): Promise<readonly string[]> {
  const columns = await guardedColumns(client, [
    'text',
    'character varying',
    'json',
    'jsonb',
    'bytea',
    'ARRAY',
  ]);
  const unmarked: string[] = [];
  for (const { table, column, type } of columns) {
    if (closedColumns.has(`${table}.${column}`)) continue;
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
    const { rowCount } = await client.query(
      `SELECT FROM ${table} WHERE ${guardedRows(table)} AND position($2 in ${text}) > 0 LIMIT 1`,
      [place.business, riskMark],
    );
    if (rowCount === 0) unmarked.push(`${table}.${column}`);
  }
  return unmarked;
}

/**
 * Returns every value that people outside compliance must not read: the mark, figures, and the ids of cases and of
 * their records.
 */
export async function listGuardedWords(client: Client, place: RecordIds): Promise<readonly string[]> {
  const words = new Set<string>([riskMark, ...Object.values(secretFigures)]);
  // Ids that are also visible elsewhere: of records, people and the business.
  const open = /(^|_)(business|subject|person|deposit|withdrawal|cursor)_id$|_by$|^assignee_id$/;
  for (const { table, column } of await guardedColumns(client, ['uuid'])) {
    if (open.test(column)) continue;
    const { rows } = await client.query<{ id: string | null }>(
      `SELECT DISTINCT ${column}::text AS id FROM ${table} WHERE ${guardedRows(table)}`,
      [place.business],
    );
    for (const { id } of rows) if (id !== null) words.add(id);
  }
  return [...words];
}

/** Deletes all review data, as if no case had ever existed. Data from the service stays. */
export async function deleteReviews(client: Client, place: RecordIds): Promise<void> {
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT table_name AS "table" FROM information_schema.tables WHERE table_schema = 'public' AND table_name ~ $1`,
    [guardedTable],
  );
  for (const { table } of rows)
    await client.query(`DELETE FROM ${table} WHERE ${guardedRows(table)}`, [place.business]);
  // The work on exceptions is no secret: its steps are read from the audit log.
  await client.query(`DELETE FROM audit_entry WHERE chain_id = $1 AND action <> 'exception.work'`, [
    place.business,
  ]);
  await client.query(`DELETE FROM list_view WHERE business_id = $1 AND position($2 in name) > 0`, [
    place.business,
    riskMark,
  ]);
  await client.query('SET session_replication_role = origin');
}
