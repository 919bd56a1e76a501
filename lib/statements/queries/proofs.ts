import 'server-only';
import * as z from 'zod';
import type { SignedAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { changesPosition, statementLines } from '../model/lines.ts';
import { addDays } from '../model/period.ts';
import type { Proof, ProofCause, StatementFigures } from '../schema.ts';
import type { FiguresInput, Run } from './figures.ts';
import { findRange, readComparison, readExpiredLines, readOpening } from './figures.ts';
import type { RowRange } from './rows-sql.ts';
import { createRowsSql, createSettlementRowsSql, createStoredRowsSql, isSettlementSql } from './rows-sql.ts';

const zero = signedAmount('0');

/** Totals the movements of the open days on another path than the lines: from the records, by the reported times. */
const recordedChangeSql = `
  SELECT trim_scale(coalesce(sum(change), 0))::text AS change
    FROM (
      SELECT sum(CASE WHEN $5::boolean THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
                      ELSE d.settlement_payable_amount END) AS change
        FROM deposit d
       WHERE d.business_id = $1::uuid AND d.settlement_currency = $2 AND d.status = 'CONFIRMED'
         AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz
         AND d.deposit_received_at >= $3::timestamptz AND d.deposit_received_at < $4::timestamptz
      UNION ALL
      SELECT -sum(w.deducted_settlement_amount)
        FROM withdrawal w
       WHERE w.business_id = $1::uuid AND w.settlement_currency = $2 AND w.status = 'COMPLETED'
         AND w.first_received_at >= $3::timestamptz AND w.first_received_at < $4::timestamptz
      UNION ALL
      SELECT -sum(b.amount + b.difference)
        FROM bank_line b LEFT JOIN bank_match m ON m.business_id = b.business_id AND m.match_id = b.match_id
       WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.removed_at IS NULL AND b.day BETWEEN $6::date AND $7::date
         AND ${isSettlementSql}) AS recorded`;

const changeRows = z.tuple([z.object({ change: z.string().transform(signedAmount) })]);

/** $10 lines that don't count. */
const storedChangeSql = (rows: string) => `
  SELECT trim_scale(coalesce(sum(amount), 0))::text AS change FROM (${rows}) AS row WHERE line <> ALL ($10::text[])`;

/**
 * Returns the change of the position on the other path. Adjustments compare records with what was closed, so they are given.
 * Expired records have no rows any more.
 */
async function readOtherChange(
  run: Run,
  input: FiguresInput,
  adjustments: SignedAmount,
): Promise<SignedAmount> {
  const { businessId, currency, countsCallbacks } = input;
  const range = await findRange(run, input);
  const changes = [addLines(await readExpiredLines(run, range)), adjustments];
  const stored = createStoredRowsSql(range);
  const uncounted = statementLines.filter((line) => !changesPosition(line));
  const read = async (sql: string, values: unknown[]) => {
    const [{ change }] = changeRows.parse(await run(sql, values));
    changes.push(change);
  };
  if (stored !== null)
    await read(storedChangeSql(stored.sql), [
      ...stored.values,
      // The adjustments of the period include those that closes within it have stored.
      range.isAdjusted ? [...uncounted, 'adjustments'] : uncounted,
    ]);
  for (const open of range.open)
    await read(recordedChangeSql, [
      ...[businessId, currency, open.beginsAt, open.endsAt, countsCallbacks, open.from, open.to],
    ]);
  return changes.reduce(addSigned, zero);
}

const addLines = (lines: StatementFigures['lines']): SignedAmount =>
  lines.reduce(
    (sum, { name, amount }) => (amount === null || !changesPosition(name) ? sum : addSigned(sum, amount)),
    zero,
  );

const compare = (name: Proof['name'], left: SignedAmount | null, right: SignedAmount | null): Proof => {
  if (left === null || right === null) return { name, state: 'open', difference: null, causes: [] };
  if (compareAmounts(left, right) === 0) return { name, state: 'good', difference: null, causes: [] };
  return { name, state: 'bad', difference: addSigned(left, negateSigned(right)), causes: [] };
};

const cashRows = z.tuple([
  z.object({
    received: z.string().transform(signedAmount),
    matched: z.string().transform(signedAmount),
    hasStatement: z.boolean(),
    unproven: z.array(
      z.object({
        kind: z.literal('settlement'),
        lineId: z.string(),
        day: z.string(),
        amount: z.string().transform(signedAmount),
      }),
    ),
  }),
]);

/**
 * A settlement is proven where its line is of an imported statement, and its match equals the deposits as they are now. The
 * kind leaves out deposits and withdrawals before they are read.
 */
const cashSql = (rows: string) => `
  WITH settlement AS (
    SELECT record_id, amount FROM (${rows}) AS row
     WHERE kind IN ('settlement', 'difference') AND line IN ('settlements', 'settlementDifferences')),
  line AS (
    SELECT b.line_id, b.amount, b.match_id FROM bank_line b
     WHERE b.business_id = $1::uuid AND b.line_id IN (SELECT record_id FROM settlement) AND b.removed_at IS NULL
       AND b.import_id IS NOT NULL AND b.match_id IS NOT NULL),
  sound AS (
    SELECT m.match_id FROM bank_match m
     WHERE m.business_id = $1::uuid AND m.match_id IN (SELECT match_id FROM line) AND m.settles
       AND (SELECT sum(b.amount + b.difference) FROM bank_line b
             WHERE b.business_id = m.business_id AND b.match_id = m.match_id)
         = (SELECT sum(CASE WHEN d.deposit_id IS NULL THEN r.amount -- It has expired.
                             WHEN d.status = 'CONFIRMED' AND d.settlement_currency = m.currency
                            THEN coalesce(d.settlement_payable_amount, CASE WHEN $8::boolean THEN d.callback_settlement_amount END) END)
              FROM bank_match_record r
              LEFT JOIN deposit d ON d.business_id = r.business_id AND d.deposit_id = r.record_id
             WHERE r.business_id = m.business_id AND r.match_id = m.match_id)),
  proven AS (SELECT line_id FROM line WHERE match_id IN (SELECT match_id FROM sound)),
  unproven AS (
    SELECT record_id, sum(amount) AS amount FROM settlement WHERE record_id NOT IN (SELECT line_id FROM proven) GROUP BY record_id)
  SELECT trim_scale(coalesce((SELECT -sum(amount) FROM settlement), 0))::text AS received,
         trim_scale(coalesce((SELECT sum(b.amount + b.difference) FROM bank_line b
                               WHERE b.business_id = $1::uuid AND b.line_id IN (SELECT line_id FROM proven)), 0))::text AS matched,
         EXISTS (SELECT FROM bank_line b WHERE b.business_id = $1::uuid AND b.currency = $2::text AND b.removed_at IS NULL
                   AND b.import_id IS NOT NULL AND b.day BETWEEN $5::date AND $6::date) AS "hasStatement",
         coalesce((SELECT jsonb_agg(jsonb_build_object('kind', 'settlement', 'lineId', u.record_id, 'day', b.day, 'amount', trim_scale(-u.amount)::text)
                                    ORDER BY abs(u.amount) DESC, u.record_id)
                     FROM (SELECT * FROM unproven ORDER BY abs(amount) DESC, record_id LIMIT 20) AS u
                     JOIN bank_line b ON b.business_id = $1::uuid AND b.line_id = u.record_id), '[]') AS unproven`;

/** Compares settlements received with matched lines. Without a statement of the period there is nothing to compare. */
async function readCashProof(run: Run, range: RowRange): Promise<Proof> {
  const { sql, values } = createSettlementRowsSql(range);
  const [{ received, matched, hasStatement, unproven }] = cashRows.parse(await run(cashSql(sql), values));
  if (!hasStatement) return { name: 'cash', state: 'open', difference: null, causes: [] };
  const proof = compare('cash', received, matched);
  return { ...proof, state: unproven.length === 0 ? proof.state : 'bad', causes: unproven };
}

const lineSums = z.array(
  z.object({ line: z.enum(statementLines), amount: z.string().transform(signedAmount).nullable() }),
);

type LineCause = Extract<ProofCause, { readonly kind: 'line' }>;

/** Returns the lines whose rows have another sum, with the difference. */
async function listDifferentLines(
  run: Run,
  range: RowRange,
  lines: StatementFigures['lines'],
): Promise<readonly LineCause[]> {
  const { sql, values } = createRowsSql(range);
  const rows = await run(
    `SELECT line, trim_scale(sum(amount))::text AS amount FROM (${sql}) AS row GROUP BY line`,
    values,
  );
  const sums = lineSums.parse(rows);
  const expired = await readExpiredLines(run, range);
  return lines.flatMap(({ name, amount }): LineCause[] => {
    const parts = [
      sums.find(({ line }) => line === name)?.amount,
      expired.find((one) => one.name === name)?.amount,
    ];
    const sum = parts.reduce<SignedAmount>((all, part) => (part == null ? all : addSigned(all, part)), zero);
    const difference = addSigned(amount ?? zero, negateSigned(sum));
    return isZero(difference) ? [] : [{ kind: 'line', line: name, amount: difference }];
  });
}

/** Days that are searched for a difference: a quarter. */
const searchedDays = 92;

/**
 * Returns the open days whose totals differ from their rows. Totals of a day are what may be wrong. A close has signed sums of its
 * whole period, so none of its days differs.
 */
async function listDifferentDays(
  run: Run,
  input: FiguresInput,
  open: RowRange['open'],
): Promise<readonly ProofCause[]> {
  const days = open.flatMap(({ from, to }) => listDays(from, to)).slice(0, searchedDays);
  const causes: ProofCause[] = [];
  for (const day of days) {
    const one = { ...input, days: { from: day, to: day } };
    const { lines } = await readComparison(run, one);
    const different = await listDifferentLines(run, await findRange(run, one), lines);
    causes.push(...different.map(({ line, amount }) => ({ kind: 'day' as const, line, day, amount })));
  }
  return causes;
}

function listDays(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Records of a period that changed after a time $8, with what they count now. */
const changedSql = `
  SELECT 'record' AS kind, record, record_id::text AS "recordId", trim_scale(coalesce(amount, 0))::text AS amount
    FROM (
      SELECT 'deposit', d.deposit_id,
             CASE WHEN d.status <> 'CONFIRMED' THEN 0
                  WHEN $5::boolean THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
                  ELSE d.settlement_payable_amount END
        FROM deposit d
       WHERE d.business_id = $1::uuid AND d.settlement_currency = $2::text AND d.changed_at > $8::timestamptz
         AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz
      UNION ALL
      SELECT 'withdrawal', w.withdrawal_id, CASE WHEN w.status = 'COMPLETED' THEN -w.deducted_settlement_amount END
        FROM withdrawal w
       WHERE w.business_id = $1::uuid AND w.settlement_currency = $2::text AND w.changed_at > $8::timestamptz
         AND w.first_received_at >= $3::timestamptz AND w.first_received_at < $4::timestamptz
      UNION ALL
      SELECT 'settlement', b.line_id, CASE WHEN b.removed_at IS NULL THEN -b.amount - b.difference END
        FROM bank_line b
       WHERE b.business_id = $1::uuid AND b.currency = $2::text AND b.day BETWEEN $6::date AND $7::date
         AND greatest(b.recorded_at, b.removed_at, b.matched_at) > $8::timestamptz
    ) AS changed (record, record_id, amount)
   ORDER BY abs(coalesce(amount, 0)) DESC, record_id LIMIT 20`;
const changedRows = z.array(
  z.object({
    kind: z.literal('record'),
    record: z.enum(['deposit', 'withdrawal', 'settlement']),
    recordId: z.string(),
    amount: z.string().transform(signedAmount),
  }),
);

/**
 * Checks a statement on other paths than its lines. Lines are totals of days or signed figures. They are compared with the
 * records, or with the stored rows of a close. The closing position is compared with the opening of the next day, or
 * with the one that the next close signed. Settlements received are compared with the lines of bank and wallet statements that are matched with deposits.
 */
export async function readProofs(
  run: Run,
  { figures, ...input }: FiguresInput & { readonly figures: StatementFigures },
): Promise<readonly Proof[]> {
  const { days } = input;
  const shown = addLines(figures.lines);
  const range = await findRange(run, input);
  const adjusted = range.isAdjusted ? figures.lines.find(({ name }) => name === 'adjustments') : undefined;
  const other = await readOtherChange(run, input, adjusted?.amount ?? zero);
  const nextDay = addDays(days.to, 1);
  const nextClose = input.agreed.closes.find(({ from }) => from === nextDay);
  const next =
    nextClose === undefined
      ? await readOpening(run, { ...input, days: { from: nextDay, to: nextDay } })
      : nextClose.opening;
  const lines = compare('lines', shown, other);
  const different =
    lines.state === 'bad'
      ? [
          ...(await listDifferentLines(run, range, figures.lines)),
          ...(await listDifferentDays(run, input, range.open)),
        ]
      : [];
  const ledger = compare('ledger', figures.closing, figures.opening === null ? null : next);
  const { businessId, currency, countsCallbacks } = input;
  const changed =
    ledger.state === 'bad' && nextClose !== undefined
      ? changedRows.parse(
          await run(changedSql, [
            ...[businessId, currency, figures.beginsAt, figures.endsAt, countsCallbacks, days.from, days.to],
            new Date(nextClose.closedAt),
          ]),
        )
      : [];
  return [
    { ...lines, causes: different },
    { ...ledger, causes: ledger.state === 'bad' ? [...different, ...changed] : [] },
    await readCashProof(run, range),
  ];
}
