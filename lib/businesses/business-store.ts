import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** Creates a business with the service's id. Leaves an existing one unchanged. Returns true if it is new. */
export async function ensureBusiness(
  transaction: Transaction,
  business: { readonly businessId: BusinessId; readonly name?: string; readonly timeZone?: string },
): Promise<boolean> {
  const { businessId, name = 'Business', timeZone = 'UTC' } = business;
  const created = await transaction.$executeRaw`
    INSERT INTO business (id, name, time_zone) VALUES (${businessId}::uuid, ${name}, ${timeZone})
    ON CONFLICT (id) DO NOTHING`;
  return created > 0;
}

/** Returns every business. For background work, never for a person. */
export async function listAllBusinesses(
  within: Pick<Transaction, 'business'> = database(),
): Promise<readonly BusinessId[]> {
  const rows = await within.business.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return rows.map((row) => toId<BusinessId>(row.id));
}

/** Replaces the label by the name that the service reports. */
export async function storeBusinessName(
  transaction: Transaction,
  businessId: BusinessId,
  name: string,
): Promise<void> {
  await transaction.business.updateMany({ where: { id: businessId, name: { not: name } }, data: { name } });
}

/** Sets the time zone and returns the previous one, or null when the business doesn't exist. */
export async function storeTimeZone(
  transaction: Transaction,
  businessId: BusinessId,
  timeZone: string,
): Promise<string | null> {
  const before = await transaction.business.findUnique({
    where: { id: businessId },
    select: { timeZone: true },
  });
  if (before === null) return null;
  await transaction.business.update({ where: { id: businessId }, data: { timeZone } });
  return before.timeZone;
}
