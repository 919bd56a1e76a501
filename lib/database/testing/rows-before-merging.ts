export const business = '00000000-0000-4000-8000-000000000001';
export const other = '00000000-0000-4000-8000-000000000002';
export const [first, second, record] = [3, 4, 5].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
);

/** Rows of tables that later migrations merge into others. */
export const rowsBefore = `
  INSERT INTO business (id, name) VALUES ('${business}', 'One'), ('${other}', 'Two');
  INSERT INTO list_view (business_id, view_id, person_id, list, name, query, created_at, changed_at)
    VALUES ('${business}', '${record}', '${first}', 'payments', 'Late', 'late=yes', now(), now()),
           ('${other}', '${second}', '${second}', 'deposits', 'Paid', 'status=PAID', now(), now());
  INSERT INTO list_default (business_id, person_id, list, view_id)
    VALUES ('${business}', '${first}', 'payments', '${record}'), ('${other}', '${second}', 'deposits', '${second}');
  INSERT INTO notification_schedule (business_id, person_id, time_zone, quiet_from, quiet_until, mailed_at)
    VALUES ('${business}', '${first}', 'Europe/Berlin', 1320, 360, '2026-11-01Z');
  INSERT INTO notification_choice (business_id, person_id, kind, delivery)
    VALUES ('${business}', '${first}', 'payment-paid', 'off'), ('${business}', '${first}', 'refund-sent', 'daily'),
           ('${other}', '${first}', 'payment-paid', 'hourly'), ('${business}', '${second}', 'payment-paid', 'app');
  INSERT INTO business_visit (business_id, person_id, since, last_at)
    VALUES ('${business}', '${first}', '2026-11-01Z', '2026-11-02Z'), ('${business}', '${second}', NULL, '2026-11-03Z');
  INSERT INTO review_category (business_id, position, name)
    VALUES ('${business}', 2, 'Mixer'), ('${business}', 1, 'Scam');
  INSERT INTO review_reason_template (business_id, template_id, version, kind, name, text, removed, changed_by, changed_at)
    VALUES ('${business}', '${first}', 1, 'clear', 'Known', 'A.', false, '${first}', now()),
           ('${business}', '${first}', 2, 'clear', 'Known', 'B.', false, '${first}', now()),
           ('${business}', '${second}', 1, 'report', 'Odd', 'C.', false, '${first}', now()),
           ('${business}', '${second}', 2, 'report', 'Odd', 'C.', true, '${first}', now());
  INSERT INTO customer_message (business_id, kind, language, text, changed_by, changed_at)
    VALUES ('${business}', 'request', 'de', 'Hier: {link}', '${first}', now());
  INSERT INTO payment_batch_mapping (business_id, signature, mapping, defaults, saved_at)
    VALUES ('${business}', '\\xab01', '{amount,""}', '{"currency": "EUR"}', now()), ('${business}', '\\xab02', NULL, '{}', now());
  INSERT INTO review_counterparty_note (business_id, note_id, kind, note_key, tag, label, text, person_id, at)
    VALUES ('${business}', '${record}', 'address', 'bc1q', '7', 'BC1Q', 'Seen before', '${first}', '2026-11-01Z');
  INSERT INTO review_case (business_id, case_id, subject_kind, subject_id, opened_at, due_at, changed_at)
    VALUES ('${business}', '${record}', 'deposit', '${second}', now(), now(), now()),
           ('${business}', '${first}', 'deposit', '${first}', now(), now(), now()),
           ('${business}', '${second}', 'deposit', '${record}', now(), now(), now());
  INSERT INTO review_check (business_id, case_id, step, person_id, at)
    VALUES ('${business}', '${record}', 'source', '${first}', '2026-11-02Z'), ('${business}', '${record}', 'sanctions', '${second}', '2026-11-01Z'),
           ('${business}', '${first}', 'source', '${second}', '2026-11-03Z');
  INSERT INTO database_restore (restore_id, restored_at, data_until)
    VALUES ('${first}', '2026-11-01Z', now()), ('${second}', '2026-11-02Z', now()), ('${record}', '2026-11-03Z', now());
  INSERT INTO database_restore_people (business_id, restore_id, confirmed_at)
    VALUES ('${business}', '${record}', NULL), ('${other}', '${record}', now()),
           ('${business}', '${first}', NULL), ('${other}', '${first}', NULL), ('${business}', '${second}', now());
  INSERT INTO connection_check (business_id, key, checked_at, state, said)
    VALUES ('${business}', 'clock', '2026-11-01Z', 'bad', 'Late'), ('${business}', 'credentials', '2026-11-02Z', 'good', 'Fine');
  INSERT INTO sending_turn (kind, next_at) VALUES ('create', now());
  INSERT INTO payment_batch (business_id, batch_id, file_name, source, size, state, headers, mapping, notes, created_by, created_at)
    VALUES ('${business}', '${first}', 'a.csv', 'csv', 1, 'uploading', '{}', '{}', '{}', '${first}', now());
  INSERT INTO payment_batch_chunk (business_id, batch_id, number, body) VALUES ('${business}', '${first}', 0, 'a');
  INSERT INTO bank_import (business_id, import_id, file_name, size, state, created_by, created_at)
    VALUES ('${business}', '${second}', 'b.csv', 2, 'uploading', '${first}', now());
  INSERT INTO bank_import_chunk (business_id, import_id, number, body) VALUES ('${business}', '${second}', 0, 'b'),
    ('${business}', '${second}', 1, 'c');
  INSERT INTO person (id, email, name, password_hash)
    VALUES ('${first}', 'one@example.test', 'One', 'x'), ('${second}', 'two@example.test', 'Two', 'x');
  INSERT INTO membership (business_id, person_id, role)
    SELECT b, p, 'finance' FROM unnest(ARRAY['${business}', '${other}']::uuid[]) AS b, unnest(ARRAY['${first}', '${second}']::uuid[]) AS p;
  INSERT INTO password_reset_request (request_id, email, requested_at) VALUES ('${record}', 'who@example.test', '2026-11-04Z');
  INSERT INTO reading_pause (name, since, until, probing_until, failures, failed_at, reason)
    VALUES ('payments', '2026-11-01Z', '2026-11-02Z', '2026-11-03Z', 4, '2026-11-04Z', 'No answer.');
  INSERT INTO service_reading_state (business_id, kind, last_attempt_at, last_success_at, failing_since, error_code, error_message)
    VALUES ('${business}', 'business', '2026-11-02Z', '2026-11-01Z', NULL, NULL, NULL),
           ('${business}', 'payments', '2026-11-03Z', NULL, '2026-11-02Z', NULL, 'Refused.');
  INSERT INTO callback_refusal (business_id, kind, reason, received_at, headers, excerpt, acknowledged_at, sha256, length)
    VALUES ('${business}', 'withdrawal', 'encoded', '2026-11-01Z', '{"a": "b"}', 'x', NULL, sha256('x'), 1),
           ('${business}', 'withdrawal', 'too-large', '2026-11-02Z', '{}', '', now(), sha256('y'), 9);
  INSERT INTO callback_refusal_count (business_id, hour, reason, count, kind, first_seen_at, last_seen_at, acknowledged)
    VALUES ('${business}', '2026-11-03Z', 'secret', 5, 'withdrawal', '2026-11-03T00:01Z', '2026-11-03T00:02Z', 3);
  INSERT INTO review_rule (business_id, rule_id, created_by, created_at, changed_at)
    VALUES ('${business}', '${first}', '${first}', now(), now());
  INSERT INTO review_rule_text (business_id, rule_id, number, name, subject_kind, spec, made_by, made_at)
    VALUES ('${business}', '${first}', 1, 'Large', 'deposit', '{}', '${first}', now());
  INSERT INTO review_rule_run (business_id, run_id, rule_id, number, kind, from_at, until_at, started_by, started_at, hits)
    SELECT '${business}', run, '${first}', 1, 'try', now(), now(), '${first}', now(), hits
      FROM (VALUES ('${first}'::uuid, 2), ('${second}', 0)) AS runs (run, hits);
  INSERT INTO review_rule_hit (business_id, run_id, subject_id, at)
    VALUES ('${business}', '${first}', '${second}', '2026-11-02Z'), ('${business}', '${first}', '${record}', '2026-11-01Z');
  INSERT INTO session (id, person_id, created_at, last_seen_at, authenticated_at) VALUES ('${record}', '${first}', now(), now(), now());
  INSERT INTO one_time_token (token_id, kind, person_id, token_hash, created_at, expires_at)
    VALUES ('${second}', 'sign-in', '${first}', sha256('a'), '2026-11-01Z', '2026-11-02Z');
  INSERT INTO recovery_code (person_id, code_hash, created_at, used_at)
    VALUES ('${first}', sha256('e'), '2026-11-02Z', NULL), ('${first}', sha256('f'), '2026-11-02Z', '2026-11-03Z');
  INSERT INTO passkey_challenge (challenge, purpose, session_id, pending_id, expires_at)
    VALUES (sha256('b'), 'register', '${record}', NULL, '2026-11-02T00:05:00Z'),
           (sha256('c'), 'second-factor', NULL, '${second}', '2026-11-02T00:05:00Z'),
           (sha256('d'), 'sign-in', NULL, NULL, '2026-11-02T00:05:00Z');
  INSERT INTO remembered_device (person_id, device_id, remembered_at, expires_at)
    VALUES ('${first}', '${record}', '2026-11-01Z', '2026-12-01Z'), ('${first}', '${other}', '2026-11-02Z', '2026-12-02Z');
  INSERT INTO notification_cursor (business_id, source, at, record_id, sequence, started_at)
    VALUES ('${business}', 'audit', '2026-11-02Z', '${record}', 7, '2026-11-01Z');
  INSERT INTO retention_pass (business_id, kind, started_at, finished_at, after_at, after_id, expired, retained)
    VALUES ('${business}', 'payment', '2026-11-03Z', NULL, '2016-11-01Z', '${first}', 3, 2),
           ('${business}', 'audit', '2026-11-03Z', '2026-11-04Z', NULL, NULL, 0, 0);
  UPDATE reading_version SET version = 7, changed_at = '2026-11-01Z';
  INSERT INTO audit_anchor_state (checked_at, failing_since, failure) VALUES ('2026-11-02Z', '2026-11-03Z', 'no-key');
  INSERT INTO backup_record (snapshot_at, finished_at, bytes, has_secrets)
    VALUES ('2026-11-05Z', '2026-11-06Z', 8, true), ('2026-11-04Z', '2026-11-04Z', 7, false);`;
