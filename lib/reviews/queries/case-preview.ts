import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { factKinds, parseStoredKind } from '../model.ts';
import type { CasePreview } from '../queue/schema.ts';
import { detail } from './case-parts.ts';
import { queueRowJoins, queueRowSelect, readQueueRow } from './queue-row.ts';

const moment = z.number().transform((ms) => instant(ms));
const parts = z.object({
  facts: z.array(
    z.object({
      kind: z.string().transform(parseStoredKind).pipe(z.enum(factKinds)),
      seenAt: moment,
      endedAt: moment.nullable(),
      detail,
    }),
  ),
  checks: z.number(),
  notes: z.number(),
  lastNote: z.object({ text: z.string(), by: z.string(), at: moment }).nullable(),
  reason: z.string().nullable(),
});

const ofCase = (alias: string) => `${alias}.business_id = c.business_id AND ${alias}.case_id = c.case_id`;
const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)`;

/**
 * Reads the preview of a case; null if this business has no case with this ID. The caller has checked the permission.
 */
export async function readCasePreview(
  context: Context<PersonActor>,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<CasePreview | null> {
  const { rows } = await databasePool().query(
    `SELECT ${queueRowSelect},
            (SELECT coalesce(json_agg(json_build_object('kind', f.kind, 'seenAt', ${ms('f.seen_at')},
               'endedAt', ${ms('f.ended_at')}, 'detail', f.detail) ORDER BY f.seen_at, f.kind), '[]') FROM review_fact f WHERE ${ofCase('f')}) AS facts,
            (SELECT count(*)::int FROM review_check k WHERE ${ofCase('k')}) AS checks,
            (SELECT count(*)::int FROM review_note n WHERE ${ofCase('n')}) AS notes,
            (SELECT json_build_object('text', left(n.text, 600), 'at', ${ms('n.at')},
                      'by', coalesce((SELECT p.name FROM person p WHERE p.id = n.person_id), $3::text))
               FROM review_note n WHERE ${ofCase('n')} ORDER BY n.at DESC LIMIT 1) AS "lastNote",
            CASE WHEN c.state <> 'open' THEN (SELECT x.reason FROM review_decision x WHERE ${ofCase('x')}
              AND x.state IN ('proposed', 'final') ORDER BY x.proposed_at DESC LIMIT 1) END AS reason
       FROM review_case c ${queueRowJoins} WHERE c.business_id = $1::uuid AND c.case_id = $2::uuid`,
    [businessId, caseId, tReviews('unknownPerson')],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    me: context.actor.personId,
    row: readQueueRow(row, context.clock.now()),
    ...parts.parse(row),
  };
}
