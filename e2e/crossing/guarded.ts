import type { connectPatiently } from '#scripts/database/connect.ts';
import { secretFigures } from './case-history.ts';
import type { Place } from './places.ts';
import { riskMark } from './places.ts';

type Client = Awaited<ReturnType<typeof connectPatiently>>;

/** Tables of risk detail, of cases and of what the desk is told, by how they are called: a new one is among them. */
const guardedTable = '^(review_.*|.*_risk|mail_message)$';

/** Columns in which only the product itself writes, one of a few words or ids and statuses: no place for a word of a case. */
const closedColumns: ReadonlySet<string> = new Set([
  'deposit_risk.provenance',
  'mail_message.permission',
  'mail_message.state',
  'review_alert.kind',
  'review_alert.state',
  'review_case.contradictions',
  'review_case.state',
  'review_case.subject_kind',
  'review_check.step',
  'review_decision.kind',
  'review_decision.state',
  'review_decision.subjects',
  'review_due.ended',
  'review_due.subject_kind',
  'review_fact.kind',
  'review_file.sha256',
  'review_file.type',
  'review_owner.subject_kind',
  'review_reopening.state',
  'review_rule.state',
  'review_rule_change.kind',
  'review_rule_change.state',
  'review_rule_force.subject_kind',
  'review_rule_run.kind',
  'review_rule_run.state',
  'review_setting_change.state',
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

/** Columns of guarded tables in which something could be written, and in which the mark does not stand. */
export async function unmarkedColumns(client: Client, place: Place): Promise<readonly string[]> {
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
      `SELECT FROM ${table} WHERE business_id = $1 AND position($2 in ${text}) > 0 LIMIT 1`,
      [place.business, riskMark],
    );
    if (rowCount === 0) unmarked.push(`${table}.${column}`);
  }
  return unmarked;
}

/** Everything that nobody outside the desk may read: the mark, the ids of cases and of what belongs to them, figures. */
export async function guardedWords(client: Client, place: Place): Promise<readonly string[]> {
  const words = new Set<string>([riskMark, ...Object.values(secretFigures)]);
  // Ids that are known elsewhere: of records, people and the business.
  const open = /(^|_)(business|subject|person|deposit|withdrawal|cursor)_id$|_by$|^assignee_id$/;
  for (const { table, column } of await guardedColumns(client, ['uuid'])) {
    if (open.test(column)) continue;
    const { rows } = await client.query<{ id: string | null }>(
      `SELECT DISTINCT ${column}::text AS id FROM ${table} WHERE business_id = $1`,
      [place.business],
    );
    for (const { id } of rows) if (id !== null) words.add(id);
  }
  return [...words];
}

/** Takes everything of the desk away, as if there had never been one. What the service told stays. */
export async function forgetDesk(client: Client, place: Place): Promise<void> {
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT table_name AS "table" FROM information_schema.tables WHERE table_schema = 'public' AND table_name ~ $1`,
    [guardedTable],
  );
  for (const { table } of rows)
    await client.query(`DELETE FROM ${table} WHERE business_id = $1`, [place.business]);
  await client.query(`DELETE FROM audit_entry WHERE chain_id = $1`, [place.business]);
  await client.query(`DELETE FROM list_view WHERE business_id = $1 AND position($2 in name) > 0`, [
    place.business,
    riskMark,
  ]);
  await client.query('SET session_replication_role = origin');
}
