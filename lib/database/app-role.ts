import 'server-only';
import * as z from 'zod';
import type { Queryable } from './session-settings.ts';

/** What became of the rights of the role that the product works under. */
export type AppRole =
  /** The role that migrates is the one that works: nothing can be taken from it. */
  | { readonly kind: 'same' }
  | { readonly kind: 'held'; readonly role: string }
  /**
   * It could still change the audit log or received data, for it owns the table, rules the server or has the right from
   * another role.
   */
  | { readonly kind: 'not held'; readonly role: string };

const roleRow = z.object({ role: z.string() });
const mayRow = z.object({ may: z.boolean() });

async function roleOf(client: Queryable): Promise<string> {
  const { rows } = await client.query('SELECT current_user AS role');
  return roleRow.parse(rows[0]).role;
}

/** Tables of what was received, with the columns that may change: counters and what became of it. */
const receivedTables = {
  callback_message: [
    'deliveries',
    'last_received_at',
    'verdict',
    'reasons',
    'subject_id',
    'payment_id',
    'orphan',
    'accepted',
    'revision',
  ],
  callback_delivery: [],
  callback_decision: [],
  service_answer: ['first_started_at', 'last_started_at', 'repeats', 'flaws'],
} as const;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Gives the role that the product works under (`app`, DATABASE_URL) what it needs of the tables that another role
 * (`owner`, DIRECT_URL) has migrated, and takes from it the changing of the audit log and of received data: the trigger
 * alone could be dropped by an owner, a right that is not there can't be used. May be done again and again. What it answers is what
 * the database says of the rights afterwards.
 */
export async function setAppRole(owner: Queryable, app: Queryable): Promise<AppRole> {
  const [owning, role] = [await roleOf(owner), await roleOf(app)];
  if (owning === role) return { kind: 'same' };
  const name = quoted(role);
  await owner.query('BEGIN');
  try {
    await owner.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`);
    await owner.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    await owner.query(`REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON _prisma_migrations FROM PUBLIC, ${name}`);
    await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON audit_entry FROM PUBLIC, ${name}`);
    for (const table of ['received_total', 'received_delta', 'schema_requirement'])
      await owner.query(`REVOKE INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER ON ${table} FROM PUBLIC, ${name}`);
    for (const [table, writable] of Object.entries(receivedTables)) {
      await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON ${table} FROM PUBLIC, ${name}`);
      if (writable.length > 0)
        await owner.query(`GRANT UPDATE (${writable.join(', ')}) ON ${table} TO ${name}`);
    }
    await owner.query(`REVOKE DELETE, TRUNCATE, TRIGGER ON audit_anchor FROM PUBLIC, ${name}`);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
  const { rows } = await app.query(
    `SELECT has_table_privilege('audit_entry', 'UPDATE') OR has_table_privilege('audit_entry', 'DELETE')
         OR has_table_privilege('audit_entry', 'TRUNCATE')
         OR has_any_column_privilege('audit_entry', 'UPDATE')
         OR EXISTS (SELECT FROM unnest($1::text[]) AS received
                     WHERE has_table_privilege(received, 'DELETE') OR has_table_privilege(received, 'TRUNCATE')
                        OR has_table_privilege(received, 'UPDATE'))
         OR pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'audit_entry'::regclass), 'MEMBER') AS may`,
    [Object.keys(receivedTables)],
  );
  return { kind: mayRow.parse(rows[0]).may ? 'not held' : 'held', role };
}
