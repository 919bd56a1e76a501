import { database } from '#lib/database/pools.ts';
import { rebuildParties } from '#lib/observations/index.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/** Writes the risk detail of a deposit, and its parties as a fold does. */
export async function saveDepositRisk(data: Prisma.DepositRiskUncheckedCreateInput): Promise<void> {
  const { businessId, depositId } = data;
  const where = { businessId_depositId: { businessId, depositId } };
  await database().depositRisk.upsert({ where, create: data, update: data });
  await rebuildParties(brand<BusinessId>(businessId));
}

/** Writes the risk detail of a withdrawal, and its parties as a fold does. */
export async function saveWithdrawalRisk(data: Prisma.WithdrawalRiskUncheckedCreateInput): Promise<void> {
  await database().withdrawalRisk.create({ data });
  await rebuildParties(brand<BusinessId>(data.businessId));
}
