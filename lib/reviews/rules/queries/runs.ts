import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import { factKinds, parseStoredKind } from '../../model.ts';
import { transferKinds } from '../../model-transfers.ts';
import { hitsPerPage } from '../schema/choices.ts';
import type { BacktestView, RuleView } from '../schema/views.ts';

/** Most other reasons that a backtest lists. */
const mostOverlaps = 20;

const moment = z.coerce.number().transform(instant);

const runRow = z.object({
  runId: z.string(),
  kind: z.enum(['try', 'apply']),
  number: z.number(),
  subject: z.enum(transferKinds),
  state: z.enum(['running', 'done', 'full', 'stopped']),
  from: moment,
  until: moment,
  cursor: z.coerce.number(),
  startedBy: z.string(),
  startedAt: moment,
  looked: z.number(),
  hits: z.number(),
});
type Run = z.infer<typeof runRow>;

/** Selects the last backtest and the running scan of an approved rule. */
const runsText = `SELECT DISTINCT ON (r.kind) r.run_id AS "runId", r.kind, r.number, t.subject_kind AS subject, r.state,
    ${millisecondsSql('r.from_at')} AS from, ${millisecondsSql('r.until_at')} AS until, ${millisecondsSql('coalesce(r.cursor_at, r.from_at)')} AS cursor,
    r.started_by AS "startedBy", ${millisecondsSql('r.started_at')} AS "startedAt", r.looked, r.hits
  FROM review_rule_run r
  JOIN review_rule_text t ON t.business_id = r.business_id AND t.rule_id = r.rule_id AND t.number = r.number
 WHERE r.business_id = $1::uuid AND r.rule_id = $2::uuid AND (r.kind = 'try' OR r.state = 'running')
 ORDER BY r.kind, r.started_at DESC`;

/** The hits of a backtest, with their times. */
const hitsOfRun = `(SELECT hit.subject_id, hit.at FROM review_rule_run r, unnest(r.hit_ids, r.hit_times) AS hit (subject_id, at)
   WHERE r.business_id = $1::uuid AND r.run_id = $2::uuid) AS h`;

const weeksText = `SELECT to_char(date_trunc('week', h.at AT TIME ZONE $3), 'YYYY-MM-DD') AS week, count(*)::int AS hits,
    count(c.case_id)::int AS existing
  FROM ${hitsOfRun}
  LEFT JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = $4 AND c.subject_id = h.subject_id
 GROUP BY 1 ORDER BY 1`;

const hitSql = {
  deposit: {
    join: `LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = h.subject_id
      LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id`,
    columns: `p.client_payment_id AS reference, d.deposit_currency AS currency,
      ${reportedDepositAmount}`,
  },
  withdrawal: {
    join: 'LEFT JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = h.subject_id',
    columns: `w.client_withdrawal_id AS reference, w.withdraw_currency AS currency,
      ${reportedWithdrawalAmount}`,
  },
} as const;

/** Counts the hits by the other reasons of their cases. A rule has the name of its newest version. */
const overlapText = `SELECT f.kind, count(DISTINCT h.subject_id)::int AS hits,
    (SELECT t.name FROM review_rule_text t WHERE t.business_id = $1::uuid AND f.kind = 'rule:' || t.rule_id::text
      ORDER BY t.number DESC LIMIT 1) AS rule
  FROM ${hitsOfRun}
  JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = $3 AND c.subject_id = h.subject_id
  JOIN review_fact f ON f.business_id = c.business_id AND f.case_id = c.case_id AND f.kind <> 'rule:' || $4::text
 GROUP BY f.kind ORDER BY hits DESC, f.kind LIMIT ${mostOverlaps}`;

const overlapRow = z
  .object({ kind: z.string(), hits: z.number(), rule: z.string().nullable() })
  .transform(({ kind, hits, rule }) => ({
    kind: z.enum(factKinds).parse(parseStoredKind(kind)),
    rule: rule === null ? null : { ruleId: kind.slice('rule:'.length), name: rule },
    hits,
  }));

const weekRow = z.object({ week: z.string(), hits: z.number(), existing: z.number() });
const hitRow = z.object({
  subjectId: z.string(),
  at: moment,
  reference: z.string().nullable(),
  currency: z.string().nullable(),
  amount: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseAmount(digits))),
  provisional: z.enum(provisionals).nullable(),
  caseId: z.string().nullable(),
});

const dayMs = 86_400_000;

/** Returns the matches a day over the scanned days. A period ends at the start of its run at the latest. */
function toDaily(
  { from, until, cursor, state, startedAt, hits }: Run,
  existing: number,
): BacktestView['daily'] {
  const end = state === 'done' ? Math.min(until, startedAt) : cursor;
  const days = (end - from) / dayMs;
  return days < 1 ? null : { all: hits / days, withoutCase: (hits - existing) / days };
}

const toPercent = ({ from, until, cursor, state }: Run): number =>
  state === 'done' ? 100 : Math.min(99, Math.max(0, Math.floor((100 * (cursor - from)) / (until - from))));

type Tried = Omit<BacktestView, 'startedBy'> & { readonly startedBy: string };

async function readBacktest(
  businessId: BusinessId,
  ruleId: string,
  run: Run,
  zone: string,
  page: number,
): Promise<Tried> {
  const { cursor: _cursor, kind: _kind, ...rest } = run;
  const { join, columns } = hitSql[run.subject];
  const hitsText = `SELECT h.subject_id AS "subjectId", ${millisecondsSql('h.at')} AS at, ${columns}, c.case_id AS "caseId"
    FROM ${hitsOfRun} ${join}
    LEFT JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = $3 AND c.subject_id = h.subject_id
   ORDER BY h.at DESC, h.subject_id
   LIMIT ${hitsPerPage} OFFSET $4`;
  const offset = (page - 1) * hitsPerPage;
  const [weeks, hits, overlap] = await Promise.all([
    databasePool().query(weeksText, [businessId, run.runId, zone, run.subject]),
    databasePool().query(hitsText, [businessId, run.runId, run.subject, offset]),
    databasePool().query(overlapText, [businessId, run.runId, run.subject, ruleId]),
  ]);
  const counted = z.array(weekRow).parse(weeks.rows);
  const existing = counted.reduce((sum, week) => sum + week.existing, 0);
  return {
    ...rest,
    percent: toPercent(run),
    existing,
    daily: toDaily(run, existing),
    overlap: z.array(overlapRow).parse(overlap.rows),
    weeks: counted,
    rows: z.array(hitRow).parse(hits.rows),
    page,
    pages: Math.max(1, Math.ceil(run.hits / hitsPerPage)),
  };
}

/** Returns the last backtest with its hits, and the progress of applying the rule to past days. */
export async function readRuns(
  businessId: BusinessId,
  ruleId: string,
  zone: string,
  page: number,
): Promise<{ tried: Tried | null; applying: RuleView['activation'] }> {
  const { rows } = await databasePool().query(runsText, [businessId, ruleId]);
  const runs = z.array(runRow).parse(rows);
  const tried = runs.find(({ kind }) => kind === 'try');
  const applied = runs.find(({ kind }) => kind === 'apply');
  return {
    tried: tried === undefined ? null : await readBacktest(businessId, ruleId, tried, zone, page),
    applying:
      applied === undefined
        ? null
        : {
            percent: toPercent(applied),
            days: Math.round((applied.until - applied.from) / 86_400_000),
          },
  };
}
