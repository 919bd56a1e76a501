import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { depositProvisionalSql } from '#lib/deposits/index.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { withdrawalProvisionalSql } from '#lib/withdrawals/index.ts';
import type { CaseAmounts } from '../merge/schema.ts';
import { eurSources } from '../merge/schema.ts';

const digits = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseTotal(text)));
const row = z.object({
  currency: z.string().nullable(),
  amount: digits,
  untold: z.number(),
  provisional: z.enum(provisionals).nullable(),
  eur: digits,
  eurUntold: z.number(),
  sources: z.array(z.enum(eurSources)).nullable(),
  whole: z.boolean(),
  isPayment: z.boolean(),
});

/** Reads the total of each currency, and the total of the largest reported EUR values, of a case and its merged cases. */
export async function readCaseMoney(businessId: BusinessId, caseId: CaseId): Promise<CaseAmounts> {
  const { rows } = await databasePool().query(
    `WITH part AS (
       SELECT coalesce(d.deposit_currency, w.withdraw_currency) AS currency,
              coalesce(d.deposit_amount, d.callback_deposit_amount, w.actual_withdraw_amount,
                w.estimated_withdraw_amount) AS amount,
              coalesce(${depositProvisionalSql}, ${withdrawalProvisionalSql}) AS provisional,
              c.subject_kind = 'payment' AS is_payment, v.eur, v.source
         FROM review_case c
         LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
         LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
           AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
         CROSS JOIN LATERAL review_deposit_value(d) AS v
        WHERE c.business_id = $1::uuid AND (c.case_id = $2::uuid OR c.owner_id = $2::uuid))
     SELECT currency, trim_scale(sum(amount))::text AS amount, (count(*) FILTER (WHERE NOT is_payment) - count(amount))::int AS untold,
            max(provisional) AS provisional,
            trim_scale(sum(eur))::text AS eur, (count(*) - count(eur))::int AS "eurUntold",
            array_agg(DISTINCT source) FILTER (WHERE source IS NOT NULL) AS sources,
            grouping(currency) = 1 AS whole, bool_and(is_payment) AS "isPayment"
       FROM part GROUP BY GROUPING SETS ((currency), ()) ORDER BY currency`,
    [businessId, caseId],
  );
  const read = z.array(row).parse(rows);
  const whole = read.find((one) => one.whole);
  return {
    totals: read
      // A payment itself moves no money: its deposits do.
      .filter((one) => !one.whole && !one.isPayment)
      .map(({ currency, amount, untold, provisional }) => ({
        currency,
        amount,
        unreported: untold,
        provisional,
      })),
    eur: whole?.eur ?? null,
    eurUnreported: whole?.eurUntold ?? 0,
    eurSources: whole?.sources ?? [],
  };
}
