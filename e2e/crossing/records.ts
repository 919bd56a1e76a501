import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { connectWithRetry } from '#scripts/database/connect.ts';
import { grant, makePerson } from './principals.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** A business with one record of each kind, so that "not found" can only mean "not yours". */
export type RecordIds = {
  readonly business: string;
  readonly payment: string;
  readonly deposit: string;
  readonly withdrawal: string;
  readonly intent: string;
  /** A stopped batch of payments. */
  readonly batch: string;
  /** The id of a stored body, as its raw view's address contains it. */
  readonly observation: string;
  /** A quarantined callback, and a refused body. */
  readonly message: string;
  readonly refusal: string;
  /** A completed dry run of reprocessing. */
  readonly dryRun: string;
  /** A case of the deposit, and a file attached to it. */
  readonly case: string;
  readonly file: string;
  /** An active rule of the business, which the case refers to. */
  readonly rule: string;
  /** Another person's note on the payment, and a label on the deposit. */
  readonly note: string;
  readonly label: string;
  /** An export file of the person who set up this business. */
  readonly export: string;
  /** A closed period, and a file for the books. */
  readonly close: string;
  readonly run: string;
  /** A schedule of a statement, and a run of it, whose link is for the member. */
  readonly schedule: string;
  readonly report: string;
  /** An entry of the audit log, far above the sequence numbers that a test writes. */
  readonly entry: string;
  /** A viewer, one who is removed again and again, and one whose access is disabled. */
  readonly member: string;
  readonly leaver: string;
  readonly suspended: string;
  /** An open invitation. */
  readonly invitation: string;
};

/** A word in every field of risk detail, and in no other field. */
export const riskMark = 'only-for-compliance';

const entrySequence = 2_000_000;

export async function createRecords(client: Client, creator: string): Promise<RecordIds> {
  const place = {
    business: randomUUID(),
    payment: randomUUID(),
    deposit: randomUUID(),
    withdrawal: randomUUID(),
    intent: randomUUID(),
    batch: randomUUID(),
    observation: `answer-${randomUUID()}`,
    message: randomUUID(),
    refusal: String(randomInt(2 ** 40)),
    dryRun: randomUUID(),
    case: randomUUID(),
    file: randomUUID(),
    rule: randomUUID(),
    note: randomUUID(),
    label: randomUUID(),
    export: randomUUID(),
    close: randomUUID(),
    run: randomUUID(),
    schedule: randomUUID(),
    report: randomUUID(),
    member: await makePerson(client, 'a member'),
    leaver: await makePerson(client, 'a leaver'),
    suspended: await makePerson(client, 'a suspended member'),
    invitation: randomUUID(),
    entry: `00000000-0000-4000-8000-${entrySequence.toString(16).padStart(12, '0')}`,
  };
  const { business, payment, deposit, withdrawal, intent } = place;
  const now = new Date();
  await client.query('INSERT INTO business (id, name) VALUES ($1, $2)', [business, `Business ${business}`]);
  await client.query(
    `INSERT INTO export_file (business_id, file_id, person_id, list, format, query, with_risk, time_zone, file_name,
                              state, total, is_more, asked_at, ended_at, expires_at)
     VALUES ($1, $2, $3, 'payments', 'csv', '', false, 'UTC', 'payments.csv.zip', 'done', 0, false, $4, $4,
             $4::timestamptz + interval '1 day')`,
    [business, place.export, creator, now],
  );
  await client.query(
    `INSERT INTO report_schedule (business_id, schedule_id, name, kind, currency, cadence, hour, time_zone, recipients,
                                  created_by, created_at, next_run_at)
     VALUES ($1, $2, 'Crossing', 'statement', 'EUR', 'daily', 8, 'UTC', ARRAY[$3::uuid], $4, $5,
             $5::timestamptz + interval '9 days')`,
    [business, place.schedule, place.member, creator, now],
  );
  await client.query(
    `INSERT INTO report_run (business_id, run_id, schedule_id, due_at, started_at, ended_at, state, content, people, expires_at)
     VALUES ($1, $2, $3, $4, $4, $4, 'done', $5, $6, $4::timestamptz + interval '7 days')`,
    [
      ...[business, place.report, place.schedule, now],
      JSON.stringify({ kind: 'statement', currency: 'EUR', period: '2026-01' }),
      JSON.stringify([{ personId: place.member, isAllowed: true, fileId: null, mailId: null }]),
    ],
  );
  await client.query(
    `INSERT INTO payment (business_id, payment_id, sort_at, first_observed_at, changed_at) VALUES ($1, $2, $3, $3, $3)`,
    [business, payment, now],
  );
  await client.query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, sort_at, first_observed_at, changed_at)
     VALUES ($1, $2, $3, $4, $4, $4)`,
    [business, deposit, payment, now],
  );
  await client.query(
    `INSERT INTO withdrawal (business_id, withdrawal_id, first_received_at, changed_at) VALUES ($1, $2, $3, $3)`,
    [business, withdrawal, now],
  );
  await client.query(
    `INSERT INTO payment_intent (id, business_id, client_payment_id, request_body, state, created_by, created_at, changed_at)
     VALUES ($1, $2, $3, '{}', 'UNKNOWN', $4, $5, $5)`,
    [intent, business, `order-${intent}`, creator, now],
  );
  await client.query(
    `INSERT INTO payment_batch (business_id, batch_id, file_name, source, size, state, headers, mapping, notes,
       created_by, created_at, confirmed_by, confirmed_at, sent_for, ended_at)
     VALUES ($1, $2, 'crossing.csv', 'csv', 1, 'stopped', '{}', '{}', '{}', $3, $4, $3, $4, $3, $4)`,
    [business, place.batch, creator, now],
  );
  await addRiskDetail(client, place);
  await addCallbacks(client, place, creator);
  await addCase(client, place, creator);
  await addRule(client, place, creator);
  await addAnnotations(client, place);
  await addTeam(client, place);
  await addBooks(client, place, creator);
  await client.query(
    `INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id, request_id,
       previous, hash) VALUES ($1, $2, $3, 'system', 'crossing', 'export.csv', 'list', 'payments', 'a-request', '', '')`,
    [business, entrySequence, now],
  );
  return place;
}

async function addBooks(client: Client, place: RecordIds, creator: string): Promise<void> {
  const { business, close, run } = place;
  // Stands for the approval by a second person.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone, begins_at,
                               ends_at, counts_callbacks, head, rows_sha256, pack_sha256, closed_at)
     VALUES ($1, $2, 'EUR', 1, 1, '2025-12-01', '2025-12-31', 'UTC', '2025-12-01Z', '2026-01-01Z', false, '{"format":"countinghouse-close/4"}', '', '', now())`,
    [business, close],
  );
  await client.query('SET session_replication_role = origin');
  await client.query(
    `INSERT INTO journal_run (business_id, run_id, number, target, mode, currency, first_day, last_day, held, entries,
                              file_name, body, sha256, manifest, created_by, created_at)
     VALUES ($1, $2, 1, 'csv', 'event', 'EUR', '2025-12-01', '2025-12-31', '', 0, 'journal.csv', 'x', sha256('x'), '{}', $3,
             now())`,
    [business, run, creator],
  );
}

async function addTeam(client: Client, place: RecordIds): Promise<void> {
  const { business, member, suspended, invitation } = place;
  await grant(client, member, business, 'viewer');
  await grant(client, suspended, business, 'viewer');
  await addLeaver(client, place);
  await client.query('UPDATE membership SET disabled_at = now() WHERE person_id = $1', [suspended]);
  await client.query(
    `INSERT INTO invitation (invitation_id, business_id, email, role, token_hash, delivery, created_at, sent_at, expires_at)
     VALUES ($1, $2, 'somebody@example.test', 'viewer', $3, 'link', now(), now(), now() + interval '1 hour')`,
    [invitation, business, createHash('sha256').update(invitation).digest()],
  );
}

/** Makes the person a member who is removed by an action. */
export async function addLeaver(client: Client, { business, leaver }: RecordIds): Promise<void> {
  await client.query(
    `INSERT INTO membership (person_id, business_id, role) VALUES ($1, $2, 'viewer') ON CONFLICT DO NOTHING`,
    [leaver, business],
  );
}

async function addAnnotations(client: Client, place: RecordIds): Promise<void> {
  const { business, payment, deposit, note, label } = place;
  const author = randomUUID();
  await client.query(
    `INSERT INTO record_note (business_id, note_id, kind, record_id, author_id, created_at, text, written_at)
     VALUES ($1, $2, 'payment', $3, $4, now(), 'Seen', now())`,
    [business, note, payment, author],
  );
  await client.query(
    `INSERT INTO label (business_id, label_id, name, key, created_by, created_at) VALUES ($1, $2, 'Seen', 'seen', $3, now())`,
    [business, label, author],
  );
  await client.query(
    `INSERT INTO record_label (business_id, kind, record_id, label_id, added_by, added_at)
     VALUES ($1, 'deposit', $2, $3, $4, now())`,
    [business, deposit, label, author],
  );
}

async function addCallbacks(client: Client, place: RecordIds, creator: string): Promise<void> {
  const { business, withdrawal, message, refusal, dryRun } = place;
  const body = Buffer.from(
    JSON.stringify({ businessId: business, withdrawalId: withdrawal, txAddressOwner: { name: riskMark } }),
  );
  const reasons = [{ path: 'txAddressOwner.category', problem: `is missing beside ${riskMark}` }];
  await client.query(
    `INSERT INTO callback_message
       (id, reference, business_id, kind, sha256, body, first_received_at, last_received_at, verdict, reasons, subject_id)
     VALUES ($1, $1, $2, 'withdrawal', $3, $4, now(), now(), 'quarantined', $5, $6)`,
    [
      message,
      business,
      createHash('sha256').update(body).digest(),
      body,
      JSON.stringify(reasons),
      withdrawal,
    ],
  );
  await client.query(
    `INSERT INTO callback_refusal (id, business_id, kind, reason, first_seen_at, last_seen_at, excerpt)
     VALUES ($1, $2, 'withdrawal', 'too-large', now(), now(), $3)`,
    [refusal, business, body],
  );
  const selection = { kind: null, verdict: null, from: null, to: 0, message: null };
  await client.query(
    `INSERT INTO callback_reprocessing
       (id, business_id, requested_by, requested_at, selection, until, state, total, finished_at)
     VALUES ($1, $2, $3, now(), $4, now(), 'done', 0, now())`,
    [dryRun, business, creator, JSON.stringify(selection)],
  );
}

/** Adds a rule with a condition on risk detail, which must not reach people without that right. */
async function addRule(client: Client, place: RecordIds, creator: string): Promise<void> {
  const { business, rule, case: caseId } = place;
  const spec = { kind: 'category', among: ['owner'], match: 'equals', category: riskMark, least: 1 };
  await client.query(
    `INSERT INTO review_rule (business_id, rule_id, created_by, created_at, changed_at) VALUES ($1, $2, $3, now(), now())`,
    [business, rule, creator],
  );
  await client.query(
    `INSERT INTO review_rule_text (business_id, rule_id, number, name, subject_kind, spec, made_by, made_at)
     VALUES ($1, $2, 1, $3, 'deposit', $4, $5, now())`,
    [business, rule, `Rule ${riskMark}`, JSON.stringify(spec), creator],
  );
  const change = randomUUID();
  // Stands for the approval by a second person.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO proposal (business_id, proposal_id, kind, subject, after, reason, proposed_by, proposed_at, state,
                           answered_by, answered_at)
     VALUES ($1, $2, 'review-rule', $3, '{"kind": "activate", "number": 1, "pastDays": 0}', 'Crossed', $4, now(), 'final',
             $5, now())`,
    [business, change, rule, creator, randomUUID()],
  );
  await client.query('SET session_replication_role = origin');
  await client.query(
    `INSERT INTO review_rule_force (business_id, change_id, rule_id, number, subject_kind, begins_at)
     VALUES ($1, $2, $3, 1, 'deposit', now())`,
    [business, change, rule],
  );
  // The page Approvals shows risk detail only while such a proposal waits.
  await client.query(
    `INSERT INTO proposal (business_id, kind, subject, after, reason, proposed_by, proposed_at)
     VALUES ($1, 'hold-lift', $2, jsonb_build_object('kind', 'payment', 'recordId', $3::text), $4, $5, now())`,
    [business, randomUUID(), place.payment, `Lifted for ${riskMark}`, creator],
  );
  await client.query(`UPDATE review_rule SET state = 'active' WHERE rule_id = $1`, [rule]);
  const detail = {
    rule: {
      ruleId: rule,
      number: 1,
      name: `Rule ${riskMark}`,
      says: `Open a case when ${riskMark}.`,
      found: {},
    },
  };
  await client.query(
    `INSERT INTO review_fact (business_id, case_id, kind, seen_at, detail) VALUES ($1, $2, $3, now(), $4)`,
    [business, caseId, `rule:${rule}`, JSON.stringify(detail)],
  );
}

async function addCase(client: Client, place: RecordIds, creator: string): Promise<void> {
  const { business, deposit, case: caseId, file } = place;
  await client.query(
    `INSERT INTO review_case (business_id, case_id, subject_kind, subject_id, opened_at, due_at, changed_at)
     VALUES ($1, $2, 'deposit', $3, now(), now(), now())`,
    [business, caseId, deposit],
  );
  const body = Buffer.from('what was found');
  await client.query(
    `INSERT INTO review_file (business_id, file_id, case_id, name, type, sha256, body, person_id, at)
     VALUES ($1, $2, $3, 'found.txt', 'text/plain', $4, $5, $6, now())`,
    [business, file, caseId, createHash('sha256').update(body).digest(), body, creator],
  );
}

async function addRiskDetail(client: Client, place: RecordIds): Promise<void> {
  const { business, payment, deposit, withdrawal, observation } = place;
  const entity = { name: riskMark, category: riskMark };
  const assessment = { addressOwner: entity, sourceRiskEntities: [entity], destinationRiskEntities: [] };
  await client.query(
    'INSERT INTO deposit_risk (business_id, deposit_id, risk_score, assessment) VALUES ($1, $2, $3, $4)',
    [business, deposit, riskMark, JSON.stringify(assessment)],
  );
  await client.query(
    'INSERT INTO withdrawal_risk (business_id, withdrawal_id, owner_name, owner_category) VALUES ($1, $2, $3, $3)',
    [business, withdrawal, riskMark],
  );
  const body = Buffer.from(
    JSON.stringify({
      paymentId: payment,
      businessId: business,
      deposits: [{ id: deposit, riskScore: riskMark, addressRiskAssessment: assessment }],
    }),
  );
  await client.query(
    `INSERT INTO service_answer
       (id, reference, business_id, payment_id, source, first_started_at, last_started_at, sha256, body)
     VALUES ($1, $1, $2, $3, 'read', now(), now(), $4, $5)`,
    [observation.replace('answer-', ''), business, payment, createHash('sha256').update(body).digest(), body],
  );
}
