import 'server-only';
import * as z from 'zod';
import type { Difference, QueryFunction, Statements } from '#lib/observations/index.ts';
import { listStatements, listStoredBusinesses, runInSnapshot } from '#lib/observations/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { compareScore } from './model/scores.ts';

type Kind = 'deposit' | 'withdrawal';

const factRows = z.array(
  z.object({ id: z.string(), kind: z.string(), mark: z.string().nullable(), score: z.string().nullable() }),
);
type StoredFact = z.output<typeof factRows>[number];

/**
 * Compares the standing reasons of cases with what the records say, and returns the number of differences. Records with a
 * change that no sweep has applied are left out, and those whose case has expired.
 */
export async function verifyCaseReasons(report: (difference: Difference) => void): Promise<number> {
  let differences = 0;
  for (const businessId of await runInSnapshot(listStoredBusinesses))
    for (const kind of ['deposit', 'withdrawal'] as const)
      for (let after: string | null | undefined = null; after !== undefined; ) {
        const cursor: string | null = after;
        const page: Page = await runInSnapshot((select) => comparePage(select, businessId, kind, cursor));
        for (const one of page.differences) report(one);
        differences += page.differences.length;
        after = page.last;
      }
  return differences;
}

type Page = { readonly last: string | undefined; readonly differences: readonly Difference[] };

async function comparePage(
  select: QueryFunction,
  businessId: BusinessId,
  kind: Kind,
  after: string | null,
): Promise<Page> {
  const { records, last } = await listStatements(select, businessId, kind, after);
  const values = [businessId, kind, records.map(({ id }) => id)];
  const facts = factRows.parse(
    await select(
      `SELECT c.subject_id::text AS id, f.kind, f.detail ->> 'mark' AS mark, f.detail ->> 'score' AS score
         FROM review_case c JOIN review_fact f ON f.business_id = c.business_id AND f.case_id = c.case_id
        WHERE c.business_id = $1::uuid AND c.subject_kind = $2 AND c.subject_id = ANY($3::text[]::uuid[])
          AND f.ended_at IS NULL`,
      values,
    ),
  );
  const left = z.array(z.object({ id: z.string() })).parse(
    await select(
      `SELECT subject_id::text AS id FROM review_change
        WHERE business_id = $1::uuid AND subject_kind = $2 AND subject_id = ANY($3::text[]::uuid[])
       UNION SELECT parts ->> 'subjectId' FROM record_expiry
        WHERE business_id = $1::uuid AND kind = 'case' AND parts ->> 'subject' = $2 AND parts ->> 'subjectId' = ANY($3::text[])`,
      values,
    ),
  );
  const [desk] = z
    .array(z.object({ from: z.string().nullable() }))
    .parse(
      await select(
        `SELECT value ->> 'riskScoreFrom' AS from FROM setting_value($1::uuid, 'review-desk') AS desk(value)`,
        [businessId],
      ),
    );
  const leftOut = new Set(left.map(({ id }) => id));
  const factsById = Map.groupBy(facts, ({ id }) => id);
  return {
    last,
    differences: records
      .filter(({ id }) => !leftOut.has(id))
      .flatMap(({ id, statements }) =>
        compareReasons(statements, factsById.get(id) ?? [], desk?.from ?? null).map(
          ([path, held, rebuilt]) => ({
            businessId,
            record: `${kind} ${id}`,
            path: `reasons.${path}`,
            held,
            rebuilt,
          }),
        ),
      ),
  };
}

function compareReasons(
  statements: Statements,
  facts: readonly StoredFact[],
  scoreFrom: string | null,
): readonly (readonly [path: string, held: string, rebuilt: string])[] {
  return [...statements].flatMap(([kind, said]): readonly (readonly [string, string, string])[] => {
    const fact = facts.find((one) => one.kind === kind);
    if (said === false) return fact === undefined ? [] : [[kind, 'applies', 'ended']];
    if (kind === 'risk-score') {
      const score = said.detail?.score ?? null;
      // A moved threshold ends nothing.
      const [step] = compareScore(score, scoreFrom);
      if (step?.begun !== undefined)
        return fact?.score === score ? [] : [[kind, fact?.score ?? 'nothing', score ?? '']];
      return step === undefined || fact === undefined || fact.score === score
        ? []
        : [[kind, 'applies', 'ended']];
    }
    if (fact === undefined) return [[kind, 'nothing', 'applies']];
    return fact.mark === null || fact.mark === said.detail?.mark ? [] : [[kind, 'other entities', 'applies']];
  });
}
