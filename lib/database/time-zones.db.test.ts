import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from './pools.ts';

afterAll(closeDatabase);

/** Tables that have no such trigger. New tables have one. */
const unguarded: readonly string[] = [
  '_prisma_migrations',
  'audit_anchor',
  'audit_anchor_state',
  'backup_record',
  'business',
  'callback_decision',
  'callback_refusal',
  'callback_refusal_count',
  'callback_reprocessing',
  'connection_check',
  'contradiction_acknowledgement',
  'database_restore',
  'database_restore_people',
  'deposit_risk',
  'export_file',
  'form_draft',
  'intent_payment',
  'job_run',
  'label',
  'list_past_bound',
  'list_view',
  'membership',
  'money_currency_rollup',
  'money_delta',
  'part_heartbeat',
  'payment_batch_row',
  'payment_exception',
  'payment_intent',
  'payment_reading_state',
  'person',
  'reading_doubt',
  'reading_pause',
  'reading_version',
  'record_label',
  'record_note',
  'record_note_text',
  'review_alert',
  'review_check',
  'review_decision',
  'review_due',
  'review_fact',
  'review_file',
  'review_note',
  'review_owner',
  'review_read',
  'review_reopening',
  'review_report',
  'review_report_amendment',
  'review_reversal',
  'review_rule',
  'review_rule_change',
  'review_rule_force',
  'review_rule_hit',
  'review_rule_run',
  'review_rule_text',
  'review_setting_change',
  'sending_turn',
  'service_reading_state',
  'sign_in_ceiling',
  'status_delta',
  'status_rollup',
  'unknown_name',
  'withdrawal_risk',
];

test('only known tables with instants accept a session of another time zone', async () => {
  const { rows } = await databasePool().query(
    `SELECT DISTINCT c.table_name::text AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.data_type = 'timestamp with time zone' AND t.table_type = 'BASE TABLE'
        AND NOT EXISTS (SELECT FROM pg_trigger g
                         WHERE g.tgrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
                           AND g.tgname = left(c.table_name || '_is_written_in_utc', 63))
      ORDER BY name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(unguarded);
});
