import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals, readSettings } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { liftProposals } from './lift-proposals.ts';
import type { RetentionKind } from './model.ts';
import { holdKinds, obstacles, retentionKinds } from './model.ts';
import { toSource } from './pass-store.ts';
import { recordTables } from './record-tables.ts';
import type {
  ExpiryPreview,
  HeldRecord,
  HoldView,
  LiftProposal,
  previewRetentionForm,
  RecordHolds,
  RetentionProposal,
  RetentionRuleView,
  RetentionView,
} from './schema.ts';
import { timeProposals } from './time-proposals.ts';

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
  const { table, inBusiness, changedAt, id, condition, obstacle } = recordTables[kind];
  const old = `FROM ${table} AS e WHERE ${inBusiness} AND ${condition}
                 AND ${changedAt} < now() - make_interval(years => $2::int)`;
  const { rows } = await databasePool().query(
    `SELECT (SELECT count(*)::int FROM (SELECT ${old} LIMIT $3::int + 1) AS bounded) AS count,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('obstacle', obstacle, 'count', count)), '[]') FROM (
               SELECT obstacle, count(*)::int AS count FROM (
                 SELECT ${obstacle} AS obstacle
                   FROM (SELECT e.* ${old} ORDER BY ${changedAt}, ${id} LIMIT $4::int) AS e) AS checked
                GROUP BY obstacle ORDER BY count(*) DESC, obstacle) AS grouped) AS found`,
    [businessId, years, countBound, previewSize],
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

async function findTimeProposals(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<readonly RetentionProposal[]> {
  const proposals = await listProposals(context, timeProposals, businessId);
  return proposals.flatMap(({ subject, after: years, ...proposal }) =>
    years === null ? [] : [{ ...proposal, kind: z.enum(retentionKinds).parse(subject), years }],
  );
}

type StoredHold = {
  readonly holdId: string;
  readonly kind: string;
  readonly recordId: string;
  readonly reason: string;
  readonly placedById: string;
  readonly placedAt: Date;
};

const recordName = z.object({ id: z.string(), name: z.string() });

/** Returns the references of records and the numbers of cases, by ID. */
async function findRecordNames(
  businessId: BusinessId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await databasePool().query(
    `SELECT payment_id::text AS id, client_payment_id AS name FROM payment
      WHERE business_id = $1::uuid AND payment_id = ANY($2::uuid[]) AND client_payment_id IS NOT NULL
     UNION ALL
     SELECT withdrawal_id::text, client_withdrawal_id FROM withdrawal
      WHERE business_id = $1::uuid AND withdrawal_id = ANY($2::uuid[]) AND client_withdrawal_id IS NOT NULL
     UNION ALL
     SELECT case_id::text, number::text FROM review_case
      WHERE business_id = $1::uuid AND case_id = ANY($2::uuid[])`,
    [businessId, ids],
  );
  return new Map(
    z
      .array(recordName)
      .parse(rows)
      .map(({ id, name }) => [id, name]),
  );
}

async function toHoldViews(
  businessId: BusinessId,
  holds: readonly StoredHold[],
  lifts: readonly LiftProposal[],
): Promise<readonly HoldView[]> {
  const [people, records] = await Promise.all([
    findNames(holds.map(({ placedById }) => placedById)),
    findRecordNames(
      businessId,
      holds.map(({ recordId }) => recordId),
    ),
  ]);
  return holds.map(({ holdId, kind, recordId, reason, placedById, placedAt }) => ({
    holdId,
    recordId,
    reason,
    kind: z.enum(holdKinds).parse(kind),
    name: records.get(recordId) ?? null,
    placedBy: people.get(placedById) ?? '',
    placedAt: instantColumn(placedAt),
    lift: lifts.find(({ subject }) => subject === holdId) ?? null,
  }));
}

/**
 * Returns the active holds on a record, and on others that protect it, such as the payment of a case.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRecordHolds(
  context: Context<PersonActor>,
  business: string,
  record: HeldRecord,
  protecting: readonly HeldRecord[] = [],
): Promise<RecordHolds> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [holds, lifts] = await Promise.all([
    database().legalHold.findMany({
      where: { businessId, liftedAt: null, OR: [record, ...protecting] },
      orderBy: [{ placedAt: 'desc' }, { holdId: 'asc' }],
    }),
    listProposals(context, liftProposals, businessId),
  ]);
  return { record, holds: await toHoldViews(businessId, holds, lifts) };
}

/**
 * Previews what a time would remove, before it is proposed.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function previewRetention(
  context: Context<PersonActor>,
  { businessId: business, kind, years }: z.output<typeof previewRetentionForm>,
): Promise<ExpiryPreview> {
  requirePermission(context, business, 'connection.manage');
  const { businessId } = requirePermission(context, business, 'risk.read');
  return previewExpiry(businessId, kind, years);
}

/**
 * Returns the retention times of the business with a preview, proposals that wait, and legal holds. Obstacles and holds
 * are risk detail.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readRetention(context: Context<PersonActor>, business: string): Promise<RetentionView> {
  const { businessId, may } = requirePermission(context, business, 'risk.read');
  const [stored, changes, lifts, holds, passes] = await Promise.all([
    readSettings(timeProposals, businessId),
    findTimeProposals(context, businessId),
    listProposals(context, liftProposals, businessId),
    database().legalHold.findMany({
      where: { businessId, liftedAt: null },
      orderBy: [{ placedAt: 'desc' }, { holdId: 'asc' }],
      take: maximumHolds + 1,
    }),
    database().jobCursor.findMany({
      where: { businessId, source: { in: retentionKinds.map(toSource) }, finishedAt: { not: null } },
    }),
  ]);
  const rules = retentionKinds.map(async (kind): Promise<RetentionRuleView> => {
    const years = stored.get(kind) ?? null;
    const pass = passes.find((one) => one.source === toSource(kind));
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
      changes.map(async (change) => ({
        ...change,
        preview: await previewExpiry(businessId, change.kind, change.years),
      })),
    ),
    holds: await toHoldViews(businessId, holds.slice(0, maximumHolds), lifts),
    hasMoreHolds: holds.length > maximumHolds,
    mayManage: may('connection.manage'),
  };
}

/**
 * Returns the proposed shorter times for people who answer them, without records.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listRetentionProposals(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly RetentionProposal[]> {
  const { businessId } = requirePermission(context, business, 'proposal.answer');
  return findTimeProposals(context, businessId);
}

/**
 * Returns the proposals to lift a legal hold.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listLiftProposals(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly LiftProposal[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return listProposals(context, liftProposals, businessId);
}
