import 'server-only';
import { database, databasePool } from '#lib/database/pools.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toDate } from '#lib/values/instant.ts';
import { addNote } from '../cases/add-note.ts';
import { attachFile } from '../cases/attach-file.ts';
import { fileReport } from '../reports/file-report.ts';
import { saveReport } from '../reports/save-report.ts';
import type { CaseFixture } from './case-fixture.ts';

const narrative =
  'FLAGGED RECORD\nDeposit\n\nWHY IT WAS FLAGGED\nBlocked\n\nWHAT HAPPENED, AND WHY IT IS SUSPICIOUS\nThe deposit came from a mixer.\n';

/** The times of a case and its parts, by table. */
const caseTimes = {
  review_case: ['opened_at', 'due_at', 'decided_at', 'changed_at', 'merged_at'],
  review_fact: ['seen_at', 'ended_at'],
  review_decision: ['proposed_at', 'answered_at', 'reversed_at'],
  review_note: ['at'],
  review_file: ['at'],
  review_report: ['saved_at', 'filed_at'],
} as const;

/** A blocked deposit with a case that has every kind of part, and which two people decided to report. */
export async function createReportedCase(desk: CaseFixture, { isFiled = true } = {}) {
  const { businessId } = desk;
  const { caseId, depositId, paymentId } = await desk.flagged({ status: 'BLOCKED' });
  await addNote(desk.as.compliance, { businessId, caseId, text: 'The payer used a mixer' });
  const body = Uint8Array.from(Buffer.from('%PDF-1.4\n%%EOF\n'));
  const file = await attachFile(desk.as.compliance, { businessId, caseId, name: 'proof.pdf', body });
  const report = { businessId, caseId, version: 0, narrative };
  const { version } = await saveReport(desk.as.compliance, report);
  await desk.propose(caseId, 'report');
  await desk.answer(caseId);
  if (isFiled)
    await fileReport(desk.second, {
      businessId,
      caseId,
      version,
      authority: 'other',
      reference: 'FIU-1',
      filedOn: toDate(systemClock.now()).toISOString().slice(0, 10),
    });
  await desk.sweep();
  const { number } = await database().reviewCase.findFirstOrThrow({ where: { caseId } });
  return { caseId, depositId, paymentId, number, file };
}

/** Moves a case with its parts into the past. */
export async function ageCase(caseId: string, years: number): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [table, columns] of Object.entries(caseTimes)) {
      const values = columns.map((column) => `${column} = ${column} - make_interval(years => $2::int)`);
      await client.query(`UPDATE ${table} SET ${values.join(', ')} WHERE case_id = $1::uuid`, [
        caseId,
        years,
      ]);
    }
    await client.query(
      `UPDATE review_case
          SET checks = (SELECT coalesce(jsonb_agg(jsonb_set(k, '{at}', to_jsonb((k ->> 'at')::bigint - $2::int * 31557600000))), '[]')
                          FROM jsonb_array_elements(checks) AS k)
        WHERE case_id = $1::uuid`,
      [caseId, years],
    );
    await client.query(
      `UPDATE proposal SET proposed_at = proposed_at - make_interval(years => $2::int),
              answered_at = answered_at - make_interval(years => $2::int)
        WHERE kind = 'reopening' AND after ->> 'caseId' = $1`,
      [caseId, years],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
