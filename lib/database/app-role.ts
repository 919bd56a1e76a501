import 'server-only';
import * as z from 'zod';
import type { Queryable } from './session-settings.ts';

/** Outcome for the role that the product works under. */
export type AppRole =
  /** The migrating role also runs the product, so no right can be revoked. */
  | { readonly kind: 'same' }
  | { readonly kind: 'held'; readonly role: string }
  /**
   * The role can still change the audit log or received data: it owns the table, is a superuser or inherits the
   * right.
   */
  | { readonly kind: 'not held'; readonly role: string };

const roleRow = z.object({ role: z.string() });
const rightRow = z.object({ may: z.boolean() });

async function readRole(client: Queryable): Promise<string> {
  const { rows } = await client.query('SELECT current_user AS role');
  return roleRow.parse(rows[0]).role;
}

/** Tables of received data with the columns that change: counters and outcomes. */
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
    'shown_with',
  ],
  callback_delivery: [],
  callback_decision: [],
  service_answer: ['first_started_at', 'last_started_at', 'repeats', 'flaws', 'risk_only'],
} as const;

/**
 * Tables whose rows stay with their person, address or terms, with the columns that change. No right exists that moves an
 * identity or an invitation to another person. The rows can be deleted.
 */
const identityTables = {
  api_token: [
    'approved_by',
    'business_ids',
    'directory_roles',
    'expires_at',
    'last_used_at',
    'last_used_from',
    'period_ends_at',
    'period_requests',
    'person_id',
    'revoked_at',
    'writes_from',
  ],
  invitation: ['token_hash', 'delivery', 'sent_at', 'expires_at', 'accepted_at', 'accepted_by', 'revoked_at'],
  one_time_token: ['expires_at', 'used_at', 'passed_at'],
  passkey: ['counter', 'is_backed_up', 'last_used_at', 'name'],
  person_identity: ['last_used_at'],
  review_watch: ['reason', 'expires_at', 'version', 'changed_by', 'changed_at', 'removed_at'],
  second_factor: ['secret', 'key_id', 'confirmed_at', 'last_step', 'last_used_at'],
} as const;

const quoteName = (roleName: string) => `"${roleName.replaceAll('"', '""')}"`;

/**
 * Grants the product's role (`app`, DATABASE_URL) its rights on tables of the migrating role (`owner`, DIRECT_URL).
 * Revokes changes to the audit log and to received data: an owner could drop a trigger, but can't use a right that
 * doesn't exist.
 *
 * Safe to repeat. Returns the rights that the database reports afterwards.
 */
export async function setAppRole(owner: Queryable, app: Queryable): Promise<AppRole> {
  const [ownerRole, role] = [await readRole(owner), await readRole(app)];
  if (ownerRole === role) return { kind: 'same' };
  const roleName = quoteName(role);
  await owner.query('BEGIN');
  try {
    await owner.query(`GRANT USAGE ON SCHEMA public TO ${roleName}`);
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${roleName}`);
    await owner.query(`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${roleName}`);
    await owner.query(
      `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON _prisma_migrations FROM PUBLIC, ${roleName}`,
    );
    await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON audit_entry FROM PUBLIC, ${roleName}`);
    for (const table of ['received_total', 'record_expiry'])
      await owner.query(
        `REVOKE INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER ON ${table} FROM PUBLIC, ${roleName}`,
      );
    await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER ON received_delta FROM PUBLIC, ${roleName}`);
    for (const [table, columns] of Object.entries({ ...receivedTables, ...identityTables })) {
      const kept = table in receivedTables ? 'UPDATE, DELETE' : 'UPDATE';
      await owner.query(`REVOKE ${kept}, TRUNCATE, TRIGGER ON ${table} FROM PUBLIC, ${roleName}`);
      if (columns.length > 0)
        await owner.query(`GRANT UPDATE (${columns.join(', ')}) ON ${table} TO ${roleName}`);
    }
    // The probe that a full disk takes writes empties its own table.
    await owner.query(`GRANT TRUNCATE ON write_probe TO ${roleName}`);
    // A number that was given out is never given out again.
    await owner.query(`REVOKE DELETE, TRUNCATE, TRIGGER ON payment_id_sequence FROM PUBLIC, ${roleName}`);
    await owner.query(`REVOKE DELETE, TRUNCATE, TRIGGER ON audit_anchor FROM PUBLIC, ${roleName}`);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
  return { kind: (await canChangeKeptRows(app)) ? 'not held' : 'held', role };
}

/** Returns whether this role can change or remove audit entries or received data by its rights. */
async function canChangeKeptRows(app: Queryable): Promise<boolean> {
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
  return rightRow.parse(rows[0]).may;
}

/** The rights of the product's own role, as the database reports them. */
export type RoleRights = {
  readonly role: string;
  /** Tables that this role can't read. */
  readonly unreadable: readonly string[];
  /** True if only triggers protect audit entries and received data. */
  readonly canChangeKeptRows: boolean;
};

const unreadableRow = z.object({ name: z.string() });

/** Reads the rights of the role that this connection uses. */
export async function readRoleRights(app: Queryable): Promise<RoleRights> {
  const { rows } = await app.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT has_table_privilege(oid, 'SELECT')
      ORDER BY relname`,
  );
  return {
    role: await readRole(app),
    unreadable: z
      .array(unreadableRow)
      .parse(rows)
      .map(({ name }) => name),
    canChangeKeptRows: await canChangeKeptRows(app),
  };
}
