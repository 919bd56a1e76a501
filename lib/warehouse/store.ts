import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import { leaseMs } from './model.ts';
import type { WarehouseRun, WarehouseSettings } from './schema.ts';
import { warehouseRun } from './schema.ts';

export type StoredWarehouse = WarehouseSettings & {
  readonly businessId: BusinessId;
  /** Encrypted. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly nextRunAt: Instant | null;
  readonly run: WarehouseRun | null;
};

type WarehouseRow = NonNullable<Awaited<ReturnType<ReturnType<typeof database>['warehouse']['findUnique']>>>;

const toWarehouse = ({ leasedUntil: _leasedUntil, ...row }: WarehouseRow): StoredWarehouse => ({
  ...row,
  businessId: toId<BusinessId>(row.businessId),
  secret: Uint8Array.from(row.secret),
  nextRunAt: row.nextRunAt === null ? null : fromDate(row.nextRunAt),
  run: row.run === null ? null : warehouseRun.parse(row.run),
});

/** Returns the warehouse of a business, or null. */
export async function findWarehouse(
  businessId: BusinessId,
  within: Pick<Transaction, 'warehouse'> = database(),
): Promise<StoredWarehouse | null> {
  const row = await within.warehouse.findUnique({ where: { businessId } });
  return row === null ? null : toWarehouse(row);
}

/** Stores the settings of a warehouse. A copy that has not ended goes on with them. */
export async function saveWarehouse(
  transaction: Transaction,
  { businessId, nextRunAt, ...settings }: Omit<StoredWarehouse, 'run'>,
): Promise<void> {
  const data = { ...settings, nextRunAt: nextRunAt === null ? null : toDate(nextRunAt) };
  await transaction.warehouse.upsert({
    where: { businessId },
    create: { businessId, ...data },
    update: data,
  });
}

export async function deleteWarehouse(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.warehouse.delete({ where: { businessId } });
}

/** Makes the next copy due at a time. */
export async function storeNextRun(
  transaction: Transaction,
  businessId: BusinessId,
  at: Instant,
): Promise<void> {
  await transaction.warehouse.update({ where: { businessId }, data: { nextRunAt: toDate(at) } });
}

const claimedRows = z.array(z.object({ id: z.string(), timeZone: z.string() }));

/** Claims a copy that is due, with the time zone of its business. Null: none is. */
export async function claimWarehouse(
  now: Instant,
): Promise<{ readonly warehouse: StoredWarehouse; readonly timeZone: string } | null> {
  const rows = await database().$queryRaw`
    UPDATE warehouse w SET leased_until = ${toDate(addMilliseconds(now, leaseMs))} FROM business b
     WHERE b.id = w.business_id AND w.business_id = (
       SELECT business_id FROM warehouse
        WHERE next_run_at <= ${toDate(now)} AND (leased_until IS NULL OR leased_until <= ${toDate(now)})
        ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING w.business_id::text AS id, b.time_zone AS "timeZone"`;
  const [claimed] = claimedRows.parse(rows);
  const warehouse = claimed === undefined ? null : await findWarehouse(toId<BusinessId>(claimed.id));
  return warehouse === null || claimed === undefined ? null : { warehouse, timeZone: claimed.timeZone };
}

/** Keeps a copy for this process while it writes a large file. */
export async function extendLease(businessId: BusinessId, now: Instant): Promise<void> {
  await database().warehouse.updateMany({
    where: { businessId },
    data: { leasedUntil: toDate(addMilliseconds(now, leaseMs)) },
  });
}

/** Stores how far a copy is. With a time it is left until then. */
export async function storeRun(
  businessId: BusinessId,
  run: WarehouseRun,
  nextRunAt?: Instant,
  within: Pick<Transaction, 'warehouse'> = database(),
): Promise<void> {
  await within.warehouse.updateMany({
    where: { businessId },
    data: { run, ...(nextRunAt !== undefined && { nextRunAt: toDate(nextRunAt), leasedUntil: null }) },
  });
}
