import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
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
  /** The person who chose that risk detail is copied. It is while they may see it. Null: it isn't. */
  readonly riskBy: PersonId | null;
};

type WarehouseRow = NonNullable<Awaited<ReturnType<ReturnType<typeof database>['warehouse']['findUnique']>>>;

const toWarehouse = ({
  leasedUntil: _until,
  leaseToken: _token,
  riskById,
  ...row
}: WarehouseRow): StoredWarehouse => ({
  ...row,
  businessId: toId<BusinessId>(row.businessId),
  riskBy: riskById === null ? null : toId<PersonId>(riskById),
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
  { businessId, nextRunAt, riskBy, ...settings }: Omit<StoredWarehouse, 'run'>,
): Promise<void> {
  const data = { ...settings, riskById: riskBy, nextRunAt: nextRunAt === null ? null : toDate(nextRunAt) };
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

/** The right of a process to copy. `nextRunAt` is the time that was due. */
export type Lease = {
  readonly businessId: BusinessId;
  readonly leaseToken: string;
  readonly nextRunAt: Instant;
};

const claimedRows = z.array(
  z.object({ id: z.string(), leaseToken: z.string(), nextRunAt: z.date(), timeZone: z.string() }),
);

/** Claims a copy that is due, with the time zone of its business. Null: none is. */
export async function claimWarehouse(
  now: Instant,
): Promise<{ readonly warehouse: StoredWarehouse; readonly lease: Lease; readonly timeZone: string } | null> {
  const rows = await database().$queryRaw`
    UPDATE warehouse w SET leased_until = ${toDate(addMilliseconds(now, leaseMs))}, lease_token = gen_random_uuid()
      FROM business b
     WHERE b.id = w.business_id AND w.business_id = (
       SELECT business_id FROM warehouse
        WHERE next_run_at <= ${toDate(now)} AND (leased_until IS NULL OR leased_until <= ${toDate(now)})
        ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING w.business_id::text AS id, w.lease_token::text AS "leaseToken", w.next_run_at AS "nextRunAt", b.time_zone AS "timeZone"`;
  const [claimed] = claimedRows.parse(rows);
  if (claimed === undefined) return null;
  const businessId = toId<BusinessId>(claimed.id);
  const warehouse = await findWarehouse(businessId);
  const { leaseToken, timeZone } = claimed;
  const lease = { businessId, leaseToken, nextRunAt: fromDate(claimed.nextRunAt) };
  return warehouse === null ? null : { warehouse, lease, timeZone };
}

const toLeased = ({ businessId, leaseToken }: Lease) => ({ businessId, leaseToken });

/** Returns the warehouse of a lease as it is now, or null once another process has it or it was removed. */
export async function findLeased(lease: Lease): Promise<StoredWarehouse | null> {
  const row = await database().warehouse.findFirst({ where: toLeased(lease) });
  return row === null ? null : toWarehouse(row);
}

/** Keeps a copy for this process while it writes a large file. Returns false if another process has it. */
export async function extendLease(lease: Lease, now: Instant): Promise<boolean> {
  const { count } = await database().warehouse.updateMany({
    where: toLeased(lease),
    data: { leasedUntil: toDate(addMilliseconds(now, leaseMs)) },
  });
  return count > 0;
}

/** Stores how far a copy is. Returns false if another process has it. */
export async function storeRun(lease: Lease, run: WarehouseRun): Promise<boolean> {
  const { count } = await database().warehouse.updateMany({ where: toLeased(lease), data: { run } });
  return count > 0;
}

/**
 * Stores the state of a copy and ends its lease. The next copy is at a time, unless a person has set another one. Returns
 * false if another process has the copy.
 */
export async function endLease(
  transaction: Transaction,
  lease: Lease,
  run: WarehouseRun,
  nextRunAt: Instant,
): Promise<boolean> {
  await transaction.warehouse.updateMany({
    where: { ...toLeased(lease), nextRunAt: toDate(lease.nextRunAt) },
    data: { nextRunAt: toDate(nextRunAt) },
  });
  const { count } = await transaction.warehouse.updateMany({
    where: toLeased(lease),
    data: { run, leasedUntil: null, leaseToken: null },
  });
  return count > 0;
}
