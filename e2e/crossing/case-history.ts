import { createHash, randomUUID } from 'node:crypto';
import type { connectWithRetry } from '#scripts/database/connect.ts';
import { addCaseTexts } from './case-texts.ts';
import type { RecordIds } from './records.ts';
import { riskMark } from './records.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** Values of the review settings that occur in no other data. */
export const secretFigures = { secondFromEur: '987654.321', riskScoreFrom: '76543.21' } as const;
/** The categories that take two people at a new desk. */
export const usualCategories = ['sanction', 'terror', 'ofac', 'specially designated'];
/** The risk categories of the review settings. */
const secretCategories = [...usualCategories, riskMark];

/** Inserts a row by column names. Lists and objects are stored as JSON. */
async function insert(client: Client, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date)
      ? JSON.stringify(value)
      : value,
  );
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  await client.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, values);
}

/**
 * Adds the traces of past compliance work: a case that was snoozed, merged, decided twice, reported, mailed and
 * audited, rules that were backtested, and saved views with risk filters. The mark is in every field that a
 * reviewer or the product can write.
 */
export async function addReviewHistory(client: Client, place: RecordIds, person: string): Promise<void> {
  // Disables the triggers that enforce the order of steps, which are not under test here.
  await client.query('SET session_replication_role = replica');
  const joined = await addJoinedCase(client, place, person);
  await addWork(client, place, person);
  await addDecisions(client, place, person);
  await addRuleWork(client, place, person);
  await addReportedData(client, place, person, joined);
  await addViews(client, place, person);
  await client.query('SET session_replication_role = origin');
}

/** An export with risk detail, requested by a person who has since lost the right to see it. */
export const formerPermissionsFile = randomUUID();

export async function addFormerPermissionsFile(
  client: Client,
  place: RecordIds,
  personName: string,
): Promise<void> {
  await client.query(
    `INSERT INTO export_file (business_id, file_id, person_id, list, format, query, with_risk, time_zone, file_name,
                              state, total, is_more, rows, parts, bytes, asked_at, ended_at, expires_at)
     SELECT m.business_id, $2, m.person_id, 'deposits', 'csv', '', true, 'UTC', 'deposits.csv.zip',
            'done', 1, false, 1, 1, 40, now(), now(), now() + interval '1 day'
       FROM membership m JOIN person p ON p.id = m.person_id WHERE m.business_id = $1 AND p.name = $3`,
    [place.business, formerPermissionsFile, personName],
  );
  await client.query(
    `INSERT INTO export_part (business_id, file_id, number, body) VALUES ($1, $2, 0, $3), ($1, $2, 1, $3)`,
    [place.business, formerPermissionsFile, Buffer.from(`risk_score\n${riskMark}\n`)],
  );
}

async function addJoinedCase(client: Client, place: RecordIds, person: string): Promise<string> {
  const { business, payment, withdrawal, case: caseId } = place;
  const now = new Date();
  await client.query(
    `UPDATE review_case SET number = 4711, assignee_id = $2, snoozed_until = now() + interval '1 day', disagrees_at = now()
      WHERE case_id = $1`,
    [caseId, person],
  );
  const joined = randomUUID();
  await insert(client, 'review_case', {
    business_id: business,
    case_id: joined,
    number: 4712,
    subject_kind: 'withdrawal',
    subject_id: withdrawal,
    state: 'merged',
    opened_at: now,
    due_at: now,
    changed_at: now,
    merged_into: caseId,
    merged_at: now,
  });
  // A person can open a case on a payment, too.
  await insert(client, 'review_case', {
    business_id: business,
    number: 4713,
    subject_kind: 'payment',
    subject_id: payment,
    opened_at: now,
    due_at: now,
    changed_at: now,
  });
  return joined;
}

async function addWork(client: Client, place: RecordIds, person: string): Promise<void> {
  const { business, case: caseId } = place;
  const now = new Date();
  const own = { business_id: business, case_id: caseId };
  await insert(client, 'review_note', { ...own, person_id: person, at: now, text: `Note ${riskMark}` });
  const body = Buffer.from(`what was found of ${riskMark}`);
  await insert(client, 'review_file', {
    ...own,
    name: `${riskMark}.txt`,
    type: 'text/plain',
    sha256: createHash('sha256').update(body).digest(),
    body,
    person_id: person,
    at: now,
  });
  await addCaseTexts((table, row) => insert(client, table, row), own, person);
  // A short-lived row: the review queue writes it between two passes.
  await insert(client, 'review_change', {
    business_id: business,
    subject_kind: 'deposit',
    subject_id: place.deposit,
    reason: 'risk-score',
    detail: { score: riskMark },
  });
  await client.query(
    `UPDATE review_case SET risk_category = $2, risk_score = $2, read_failed_at = now(), read_failure = $2
      WHERE business_id = $1`,
    [business, riskMark],
  );
  const settings = { ...secretFigures, dueHours: 24, twoPersonCategories: secretCategories };
  await insert(client, 'setting', { business_id: business, kind: 'review-desk', value: settings });
  const proposed = { business_id: business, proposed_by: person, proposed_at: now, reason: `As ${riskMark}` };
  const declined = { state: 'declined', answered_by: randomUUID(), answered_at: now };
  for (const [answer, text] of [
    [{}, null],
    [declined, `Not for ${riskMark}`],
  ] as const) {
    await insert(client, 'proposal', {
      ...proposed,
      ...answer,
      comment: text,
      kind: 'review-desk',
      version: 1,
      before: settings,
      after: { ...settings, dueHours: 48 },
    });
    await insert(client, 'proposal', {
      ...proposed,
      ...answer,
      comment: text,
      kind: 'reopening',
      subject: randomUUID(),
      after: { caseId: place.case },
    });
  }
}

async function addDecisions(client: Client, place: RecordIds, person: string): Promise<void> {
  const { business, case: caseId } = place;
  const proposal = {
    business_id: business,
    case_id: caseId,
    reason: `Because ${riskMark}`,
    service_status: `AT_${riskMark}`,
    proposed_by: person,
    proposed_at: new Date(),
  };
  const answered = { answered_by: randomUUID(), answered_at: new Date(), answer: `Yes, ${riskMark}` };
  const decided = {
    ...proposal,
    decision_id: randomUUID(),
    kind: 'report',
    needs_second: true,
    state: 'final',
    ...answered,
    reversal_reason: `New facts of ${riskMark}`,
    reversed_by: person,
    reversed_at: new Date(),
  };
  await insert(client, 'review_decision', decided);
  await insert(client, 'review_decision', { ...proposal, kind: 'clear', state: 'declined', ...answered });
  await insert(client, 'review_decision', { ...proposal, kind: 'keep-blocked', state: 'proposed' });
}

async function addRuleWork(client: Client, place: RecordIds, person: string): Promise<void> {
  const { business, rule, deposit } = place;
  const now = new Date();
  const own = { business_id: business, rule_id: rule, number: 1 };
  await insert(client, 'proposal', {
    business_id: business,
    kind: 'review-rule',
    subject: rule,
    after: { kind: 'pause', number: 1, pastDays: 0 },
    reason: `For ${riskMark}`,
    proposed_by: person,
    proposed_at: now,
    state: 'declined',
    answered_by: randomUUID(),
    answered_at: now,
    comment: `Not for ${riskMark}`,
  });
  const run = randomUUID();
  await insert(client, 'review_rule_run', {
    ...own,
    run_id: run,
    kind: 'try',
    from_at: now,
    until_at: now,
    started_by: person,
    started_at: now,
    looked: 1,
    hits: 1,
    hit_ids: `{${deposit}}`,
    hit_times: `{${now.toISOString()}}`,
    state: 'done',
    ended_at: now,
  });
}

/** Adds mail to reviewers and its log. */
async function addReportedData(
  client: Client,
  place: RecordIds,
  person: string,
  joined: string,
): Promise<void> {
  const { business, case: caseId } = place;
  const now = new Date();
  await insert(client, 'mail_message', {
    business_id: business,
    person_id: person,
    permission: 'review.work',
    subject: `New case: ${riskMark}`,
    text: `Case 4711 of ${riskMark}`,
    html: `<p>Case 4711 of ${riskMark}</p>`,
    state: 'failed',
    created_at: now,
    not_before: now,
    settled_at: now,
    last_error: `550 no ${riskMark} here`,
  });
  const entries = [
    ['review.note', 'review-case', caseId],
    ['review.merge', 'review-case', joined],
    ['review.rule-save', 'review-rule', place.rule],
    ['risk.view-raw', 'answer', place.observation.replace('answer-', '')],
    ['deposit-risk.view', 'deposit', place.deposit],
  ] as const;
  for (const [index, [action, type, id]] of entries.entries())
    await insert(client, 'audit_entry', {
      chain_id: business,
      // Far above the sequence numbers that the test itself writes.
      sequence: 1_000_000 + index,
      at: now,
      actor_kind: 'person',
      actor_id: person,
      action,
      object_type: type,
      object_id: id,
      before: { text: riskMark },
      after: { text: riskMark },
      request_id: `request-${riskMark}`,
      previous: Buffer.alloc(32),
      hash: Buffer.alloc(32),
    });
}

/** Adds a private view of a reviewer, and a shared view with a risk filter. */
async function addViews(client: Client, place: RecordIds, person: string): Promise<void> {
  const now = new Date();
  const own = { business_id: place.business, person_id: person, created_at: now, changed_at: now };
  for (const list of ['payments', 'deposits']) {
    await insert(client, 'list_view', { ...own, list, name: `Own ${riskMark}`, query: 'status=BLOCKED' });
    await insert(client, 'list_view', {
      ...own,
      list,
      name: `Shared ${riskMark}`,
      query: 'assessment=never',
      shared: true,
    });
  }
}
