import 'server-only';
import { mapNullable, toAmount } from '#lib/database/columns.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Settings } from '../settings/model.ts';

export type LockedSettings = { readonly settings: Settings; readonly version: number };

/** The settings of the desk, locked until the transaction ends. Writes the defaults where there is no row yet. */
export async function lockSettings(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<LockedSettings> {
  await transaction.$executeRaw`
    INSERT INTO review_setting (business_id) VALUES (${businessId}::uuid) ON CONFLICT DO NOTHING`;
  await transaction.$queryRaw`
    SELECT 1 FROM review_setting WHERE business_id = ${businessId}::uuid FOR UPDATE`;
  const { version, ...row } = await transaction.reviewSetting.findUniqueOrThrow({ where: { businessId } });
  return {
    settings: {
      secondFromEur: toAmount(row.secondFromEur),
      dueHours: row.dueHours,
      riskScoreFrom: mapNullable(row.riskScoreFrom, toAmount),
    },
    version,
  };
}

/** Stores the settings. The database rejects weaker ones without an approved proposal. */
export async function storeSettings(
  transaction: Transaction,
  businessId: BusinessId,
  settings: Settings,
): Promise<void> {
  await transaction.reviewSetting.update({ where: { businessId }, data: settings });
}

/** A proposed change of the settings, with the version of the settings that it starts from. */
type OpenSettingsChange = {
  readonly changeId: string;
  readonly version: number;
  readonly from: Settings;
  readonly to: Settings;
  readonly reason: string;
  readonly proposedBy: PersonId;
};

export async function insertSettingsChange(
  transaction: Transaction,
  change: {
    readonly businessId: BusinessId;
    readonly held: LockedSettings;
    readonly to: Settings;
    readonly reason: string;
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, held, to, reason, by, at } = change;
  const { changeId } = await transaction.reviewSettingChange.create({
    data: {
      businessId,
      version: held.version,
      oldSecondFromEur: held.settings.secondFromEur,
      oldDueHours: held.settings.dueHours,
      oldRiskScoreFrom: held.settings.riskScoreFrom,
      ...to,
      reason,
      proposedById: by,
      proposedAt: toDate(at),
    },
    select: { changeId: true },
  });
  return changeId;
}

/** Reads the change that is pending approval. The caller has locked the settings. */
export async function findOpenSettingsChange(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<OpenSettingsChange | null> {
  const found = await transaction.reviewSettingChange.findFirst({ where: { businessId, state: 'proposed' } });
  if (found === null) return null;
  return {
    changeId: found.changeId,
    version: found.version,
    from: {
      secondFromEur: toAmount(found.oldSecondFromEur),
      dueHours: found.oldDueHours,
      riskScoreFrom: mapNullable(found.oldRiskScoreFrom, toAmount),
    },
    to: {
      secondFromEur: toAmount(found.secondFromEur),
      dueHours: found.dueHours,
      riskScoreFrom: mapNullable(found.riskScoreFrom, toAmount),
    },
    reason: found.reason,
    proposedBy: toId<PersonId>(found.proposedById),
  };
}
