import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** Sets up a business under the service's id; leaves one that is there as it is. */
export async function ensureBusiness(
  transaction: Transaction,
  business: { readonly businessId: BusinessId; readonly name?: string; readonly timeZone?: string },
): Promise<void> {
  const { businessId, name = 'Business', timeZone = 'UTC' } = business;
  await transaction.$executeRaw`
    INSERT INTO business (id, name, time_zone) VALUES (${businessId}::uuid, ${name}, ${timeZone})
    ON CONFLICT (id) DO NOTHING`;
}

/** Every business that is set up here. For jobs of the product, never for a person. */
export async function allBusinesses(
  within: Pick<Transaction, 'business'> = database(),
): Promise<readonly BusinessId[]> {
  const rows = await within.business.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return rows.map((row) => toId<BusinessId>(row.id));
}

/** The name that the service tells replaces our label. */
export async function nameBusiness(
  transaction: Transaction,
  businessId: BusinessId,
  name: string,
): Promise<void> {
  await transaction.business.updateMany({ where: { id: businessId, name: { not: name } }, data: { name } });
}

/** Answers the zone that stood before, or null where there is no such business. */
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
