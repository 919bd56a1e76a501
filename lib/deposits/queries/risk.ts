import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readProvenance } from '#lib/observations/model/provenance-columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { DepositRisk } from '../schema.ts';

// An unreadable entity counts as one without a name, so it hides none of the others.
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const entity = z.object({ name: text, category: text });
const entities = z
  .array(entity.catch({ name: null, category: null }))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const assessment = z.object({
  addressOwner: entity
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  sourceRiskEntities: entities,
  destinationRiskEntities: entities,
});
const lenientAssessment = assessment.nullable().catch(null);

/**
 * Returns the risk detail of deposits (§2.5) and audits the view, once per person, deposit and few minutes. No
 * other query joins its table.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function viewDepositRisk(
  context: Context<PersonActor>,
  business: string,
  depositIds: readonly string[],
): Promise<readonly DepositRisk[]> {
  const { businessId } = requirePermission(context, business, 'risk.read', 'risk:read');
  return inTransaction(async (transaction) => {
    const rows = await transaction.depositRisk.findMany({
      where: { businessId, depositId: { in: [...depositIds] } },
    });
    if (rows.length > 0) {
      await writeAuditOnce(transaction, context, {
        businessId,
        action: 'deposit-risk.view',
        objectType: 'deposit',
        objectId: rows.map((row) => row.depositId).join(','),
      });
    }
    return rows.map(toDepositRisk);
  });
}

/**
 * Returns when the risk detail of these deposits last changed, so that an open page can refresh it. Returns null for
 * people who can't see it, and for rows written before changes were timed.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readDepositRiskChangedAt(
  context: Context<PersonActor>,
  business: string,
  depositIds: readonly string[],
): Promise<Instant | null> {
  const { businessId, may } = requirePermission(context, business, 'read');
  if (!may('risk.read')) return null;
  const { _max } = await database().depositRisk.aggregate({
    where: { businessId, depositId: { in: [...depositIds] } },
    _max: { changedAt: true },
  });
  return _max.changedAt === null ? null : fromDate(_max.changedAt);
}

type RiskColumns = {
  readonly depositId: string;
  readonly riskScore: string | null;
  readonly assessment: unknown;
  readonly provenance: unknown;
  readonly changedAt: Date | null;
};

const toDepositRisk = (row: RiskColumns): DepositRisk => ({
  depositId: row.depositId,
  riskScore: row.riskScore,
  assessment: row.assessment === null ? null : lenientAssessment.parse(row.assessment),
  provenance: readProvenance(row.provenance),
  changedAt: row.changedAt === null ? null : fromDate(row.changedAt),
});

/** Returns risk detail for an export. The caller has checked the permission and audits the export. */
export async function listDepositRisk(
  businessId: BusinessId,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, DepositRisk>> {
  const { rows } = await databasePool().query<RiskColumns>(
    `SELECT deposit_id::text AS "depositId", risk_score AS "riskScore", assessment, provenance,
            changed_at AS "changedAt"
       FROM deposit_risk WHERE business_id = $1::uuid AND deposit_id = ANY($2::uuid[])`,
    [businessId, depositIds],
  );
  return new Map(rows.map((row) => [row.depositId, toDepositRisk(row)]));
}
