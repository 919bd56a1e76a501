import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { WarehouseView } from './schema.ts';
import { findWarehouse } from './store.ts';

/**
 * Returns the warehouse of a business with its last copy, without its secret.
 *
 * @throws Problem 'forbidden' for people who don't manage the connection
 */
export async function readWarehouse(context: Context<PersonActor>, business: string): Promise<WarehouseView> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  const stored = await findWarehouse(businessId);
  if (stored === null) return { settings: null, nextRunAt: null, run: null };
  const { url, region, bucket, folder, accessId, hour, nextRunAt, run } = stored;
  return { settings: { url, region, bucket, folder, accessId, hour }, nextRunAt, run };
}
