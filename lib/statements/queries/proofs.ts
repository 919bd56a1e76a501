import 'server-only';
import * as z from 'zod';
import type { SignedAmount } from '#lib/values/amount.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import { changesPosition } from '../model/lines.ts';
import { addDays } from '../model/period.ts';
import type { Proof, StatementFigures } from '../schema.ts';
import type { FiguresInput, Run } from './figures.ts';
import { findRange, readOpening } from './figures.ts';

const zero = signedAmount('0');

/**
 * Totals the movements of the open days on another path than the lines: one sum per day, by the reported times.
 */
const dailyChangeSql = `
  SELECT trim_scale(coalesce(sum(change), 0))::text AS change
    FROM (
      SELECT (d.deposit_received_at AT TIME ZONE $5)::date AS day,
             sum(CASE WHEN $6::boolean THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
                      ELSE d.settlement_payable_amount END) AS change
        FROM deposit d
       WHERE d.business_id = $1::uuid AND d.settlement_currency = $2 AND d.status = 'CONFIRMED'
         AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz
         AND d.deposit_received_at >= $3::timestamptz AND d.deposit_received_at < $4::timestamptz
       GROUP BY 1
      UNION ALL
      SELECT (w.first_received_at AT TIME ZONE $5)::date, -sum(w.deducted_settlement_amount)
        FROM withdrawal w
       WHERE w.business_id = $1::uuid AND w.settlement_currency = $2 AND w.status = 'COMPLETED'
         AND w.first_received_at >= $3::timestamptz AND w.first_received_at < $4::timestamptz
       GROUP BY 1
      UNION ALL
      SELECT b.day, -sum(b.amount) FROM bank_line b
       WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.removed_at IS NULL AND b.day BETWEEN $7::date AND $8::date
       GROUP BY 1) AS daily`;

const changeRows = z.tuple([z.object({ change: z.string().transform(signedAmount) })]);

const storedChangeSql = `SELECT trim_scale(coalesce(sum(amount), 0))::text AS change FROM close_row
  WHERE business_id = $1::uuid AND close_id = ANY ($2::uuid[])
    AND line NOT IN ('reported', 'depositsNotReported', 'withdrawalsNotReported')`;

/** Returns the change of the position on the other path. Adjustments compare records with what was closed, so they are given. */
async function readOtherChange(
  run: Run,
  input: FiguresInput,
  adjustments: SignedAmount,
): Promise<SignedAmount> {
  const { businessId, currency, timeZone, countsCallbacks } = input;
  const { closeIds, open } = await findRange(run, input);
  const [stored] = changeRows.parse(await run(storedChangeSql, [businessId, [...closeIds]]));
  if (open === null) return stored.change;
  const [daily] = changeRows.parse(
    await run(dailyChangeSql, [
      ...[businessId, currency, open.beginsAt, open.endsAt, timeZone, countsCallbacks, open.from, open.to],
    ]),
  );
  return addSigned(addSigned(stored.change, daily.change), adjustments);
}

const compare = (name: Proof['name'], left: SignedAmount | null, right: SignedAmount | null): Proof => {
  if (left === null || right === null) return { name, state: 'open', difference: null };
  if (compareAmounts(left, right) === 0) return { name, state: 'good', difference: null };
  const negative = signedAmount(right.startsWith('-') ? right.slice(1) : `-${right}`);
  return { name, state: 'bad', difference: addSigned(left, negative) };
};

/**
 * Checks a statement on other paths than its lines. Lines are compared with one sum per day of the records, or with the
 * stored rows of a close. The closing position is compared with the opening of the next day. The proof of cash stays open
 * while settlements are entered by hand.
 */
export async function readProofs(
  run: Run,
  { figures, ...input }: FiguresInput & { readonly figures: StatementFigures },
): Promise<readonly Proof[]> {
  const { days } = input;
  const shown = figures.lines.reduce(
    (sum, { name, amount }) => (amount === null || !changesPosition(name) ? sum : addSigned(sum, amount)),
    zero,
  );
  const open = await findRange(run, input);
  const adjusted = open.isAdjusted ? figures.lines.find(({ name }) => name === 'adjustments') : undefined;
  const other = await readOtherChange(run, input, adjusted?.amount ?? zero);
  const next = await readOpening(run, {
    ...input,
    days: { from: addDays(days.to, 1), to: addDays(days.to, 1) },
  });
  return [
    compare('lines', shown, other),
    compare('ledger', figures.closing, figures.opening === null ? null : next),
    { name: 'cash', state: 'open', difference: null },
  ];
}
