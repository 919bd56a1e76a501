import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import { createContext } from '#lib/platform/context.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { answerStatementProposal, proposeOpening, readStatement, signClose } from '#lib/statements/index.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { proposeOpeningForm } from '#lib/statements/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { People } from './year/people.ts';
import { createPeople } from './year/people.ts';

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'statement', ...line }));
const goalMs = 300;
const month = '2026-10';

/** Payments and their deposits over 365 days until the end of the month, and a withdrawal for each twentieth. */
const fillSql = [
  `INSERT INTO payment (business_id, payment_id, client_payment_id, first_observed_at, changed_at, sort_at)
   SELECT $1, md5('payment ' || n)::uuid, 'bench-' || n, at, at, at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT timestamptz '2025-11-01' + n * interval '365 days' / $2::int AS at) AS time`,
  `INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                        settlement_service_fee, deposit_received_at, sort_at, first_observed_at, changed_at)
   SELECT $1, md5('deposit ' || n)::uuid, md5('payment ' || n)::uuid, 'CONFIRMED', 'EUR', (n % 100000)::numeric / 100,
          0.25, at, at, at, at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT timestamptz '2025-11-01' + n * interval '365 days' / $2::int AS at) AS time`,
  `INSERT INTO withdrawal (business_id, withdrawal_id, status, settlement_currency, deducted_settlement_amount,
                           first_received_at, changed_at)
   SELECT $1, md5('withdrawal ' || n)::uuid, 'COMPLETED', 'EUR', 12.5, at, at
     FROM generate_series(1, $2::int / 20) AS n,
          LATERAL (SELECT timestamptz '2025-11-01' + n * interval '365 days' / ($2::int / 20) AS at) AS time`,
];

/** Two people agree on the position at the service when a day begins. */
async function agreeOnOpening(people: People, businessId: BusinessId, day: string): Promise<void> {
  const evidence = 'The balance at the service';
  const form = proposeOpeningForm.parse({ businessId, currency: 'EUR', day, amount: '1000', evidence });
  const { proposalId } = await proposeOpening(people.preparer(), form);
  await answerStatementProposal(people.approver(), {
    ...{ businessId, proposalId: proposalId ?? '', kind: 'opening', comment: '', answer: 'approve' },
  });
}

/** Two people close the month. Prints how long the approval takes, which stores every row. */
async function closeMonth(people: People, businessId: BusinessId): Promise<void> {
  const period = parsePeriod(month);
  if (period === null) throw new Error(`no period: ${month}`);
  const chosen = { currency: 'EUR', period };
  // Only this month is closed, so the position begins with it.
  await agreeOnOpening(people, businessId, period.from);
  const { figuresHash, closing } = await readStatement(people.preparer(), businessId, chosen);
  const { proposalId } = await signClose(people.preparer(), {
    ...{ businessId, currency: 'EUR', period: month, seen: figuresHash },
    reasons: Object.fromEntries(closing.checklist.map(({ item }) => [item, 'Checked with the bank'])),
  });
  const started = performance.now();
  await answerStatementProposal(people.approver(), {
    ...{ businessId, proposalId, kind: 'close', comment: '', answer: 'approve' },
  });
  print({ step: `close of ${month}`, seconds: Math.round((performance.now() - started) / 100) / 10 });
}

/** Runs the bench. Returns true if the goal was met. */
export async function benchStatement(url: string, payments: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client);
  const businessId = toId<BusinessId>(randomUUID());
  const people = await createPeople(businessId, 'Europe/Berlin');
  const begun = performance.now();
  for (const sql of fillSql) await client.query(sql, [businessId, payments]);
  await client.query('ANALYZE');
  print({ payments, filledSeconds: Math.round((performance.now() - begun) / 1_000) });
  await agreeOnOpening(people, businessId, '2025-11-02');
  const summed = performance.now();
  const system = createContext({ kind: 'system', name: 'bench' });
  await updateRollups(system, new AbortController().signal);
  print({ step: 'totals of days', seconds: Math.round((performance.now() - summed) / 1_000) });
  await client.query('VACUUM ANALYZE');
  await client.end();
  const period = parsePeriod(month);
  if (period === null) throw new Error(`no period: ${month}`);
  const times: number[] = [];
  let deposits = 0;
  for (let run = 0; run < 9; run += 1) {
    const started = performance.now();
    const { figures, proofs } = await readStatement(people.preparer(), businessId, {
      ...{ currency: 'EUR', period },
    });
    times.push(performance.now() - started);
    deposits = figures.lines.find(({ name }) => name === 'credited')?.count ?? 0;
    if (proofs.some(({ state }) => state === 'bad')) throw new Error('a proof differs');
  }
  const [first = 0] = times;
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  print({
    step: `statement of ${month}`,
    deposits,
    ...{ firstMs: Math.round(first), medianMs: Math.round(median), worstMs: Math.round(sorted.at(-1) ?? 0) },
    goalMs,
  });
  await closeMonth(people, businessId);
  return median <= goalMs;
}
