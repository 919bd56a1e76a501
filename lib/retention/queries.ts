import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { RetentionKind } from './model.ts';
import { holdKinds, obstacles, retentionKinds } from './model.ts';
import { recordTables } from './record-tables.ts';
import type { ExpiryPreview, RetentionRuleView, RetentionView } from './schema.ts';

const countBound = 10_000;
/** The number of oldest records that a preview checks. */
const previewSize = 100;
const maximumHolds = 100;

const previewRow = z.object({
  count: z.number(),
  found: z.array(z.object({ obstacle: z.enum(obstacles).nullable(), count: z.number() })),
});

/** Previews what a time would remove, without removing anything. */
async function previewExpiry(
  businessId: BusinessId,
  kind: RetentionKind,
  years: number,
): Promise<ExpiryPreview> {
  const { table, ownRecords = table, inBusiness, changedAt, order, id, condition } = recordTables[kind];
  const old = `FROM ${ownRecords} WHERE ${inBusiness} AND ${condition}
                 AND ${changedAt} < now() - make_interval(years => $3::int)`;
  const { rows } = await databasePool().query(
    `SELECT (SELECT count(*)::int FROM (SELECT ${old} LIMIT $4::int + 1) AS bounded) AS count,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('obstacle', obstacle, 'count', count)), '[]') FROM (
               SELECT obstacle, count(*)::int AS count FROM (
                 SELECT retention_obstacle($1::uuid, $2, id, now() - make_interval(years => $3::int)) AS obstacle
                   FROM (SELECT ${id} AS id ${old} ORDER BY ${changedAt}, ${order} LIMIT $5::int) AS oldest) AS checked
                GROUP BY obstacle ORDER BY count(*) DESC, obstacle) AS grouped) AS found`,
    [businessId, kind, years, countBound, previewSize],
  );
  const [{ count, found }] = z.tuple([previewRow]).parse(rows);
  return {
    count: Math.min(count, countBound),
    isMore: count > countBound,
    checked: found.reduce((sum, one) => sum + one.count, 0),
    expiring: found.find(({ obstacle }) => obstacle === null)?.count ?? 0,
    obstacles: found.flatMap(({ obstacle, count: number }) =>
      obstacle === null ? [] : [{ obstacle, count: number }],
    ),
  };
}

const expiredRow = z.object({ count: z.number() });

async function countExpired(businessId: BusinessId, kind: RetentionKind) {
  const { rows } = await databasePool().query(
    `SELECT coalesce(sum(coalesce((parts ->> 'entries')::int, 1)), 0)::int AS count
       FROM (SELECT parts FROM record_expiry WHERE business_id = $1::uuid AND kind = $2 LIMIT $3::int + 1) AS bounded`,
    [businessId, kind, countBound],
  );
  const [{ count }] = z.tuple([expiredRow]).parse(rows);
  return { count: Math.min(count, countBound), isMore: count > countBound };
}

async function findNames(personIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (personIds.length === 0) return new Map();
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(personIds)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

/**
 * Returns the retention times of the business with a preview, proposals that wait, and legal holds. Obstacles and holds
 * are risk detail.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readRetention(context: Context<PersonActor>, business: string): Promise<RetentionView> {
  const { businessId, may } = requirePermission(context, business, 'risk.read');
  const { personId } = context.actor;
  const [stored, changes, holds, passes] = await Promise.all([
    database().retentionRule.findMany({ where: { businessId } }),
    database().retentionChange.findMany({
      where: { businessId, state: 'proposed' },
      orderBy: { proposedAt: 'asc' },
    }),
    database().legalHold.findMany({
      where: { businessId, liftedAt: null },
      orderBy: [{ placedAt: 'desc' }, { holdId: 'asc' }],
      take: maximumHolds + 1,
    }),
    database().retentionPass.findMany({ where: { businessId, finishedAt: { not: null } } }),
  ]);
  const kindColumn = z.enum(retentionKinds);
  const names = await findNames([
    ...changes.map(({ proposedById }) => proposedById),
    ...holds.flatMap(({ placedById, liftProposedById }) => [
      placedById,
      ...(liftProposedById ? [liftProposedById] : []),
    ]),
  ]);
  const rules = retentionKinds.map(async (kind): Promise<RetentionRuleView> => {
    const years = stored.find((rule) => rule.kind === kind)?.years ?? null;
    const pass = passes.find((one) => one.kind === kind);
    return {
      kind,
      years,
      preview: years === null ? null : await previewExpiry(businessId, kind, years),
      expired: await countExpired(businessId, kind),
      lastRun:
        pass === undefined || pass.finishedAt === null
          ? null
          : { at: instantColumn(pass.finishedAt), expired: pass.expired, retained: pass.retained },
    };
  });
  return {
    rules: await Promise.all(rules),
    changes: await Promise.all(
      changes.map(async ({ changeId, kind, years, proposedById, proposedAt }) => ({
        changeId,
        kind: kindColumn.parse(kind),
        years,
        proposedBy: names.get(proposedById) ?? '',
        proposedAt: instantColumn(proposedAt),
        isMine: proposedById === personId,
        preview: await previewExpiry(businessId, kindColumn.parse(kind), years),
      })),
    ),
    holds: holds.slice(0, maximumHolds).map((hold) => ({
      holdId: hold.holdId,
      kind: z.enum(holdKinds).parse(hold.kind),
      recordId: hold.recordId,
      reason: hold.reason,
      placedBy: names.get(hold.placedById) ?? '',
      placedAt: instantColumn(hold.placedAt),
      lift:
        hold.liftProposedById === null
          ? null
          : {
              reason: hold.liftReason ?? '',
              proposedBy: names.get(hold.liftProposedById) ?? '',
              isMine: hold.liftProposedById === personId,
            },
    })),
    hasMoreHolds: holds.length > maximumHolds,
    mayManage: may('connection.manage'),
  };
}
