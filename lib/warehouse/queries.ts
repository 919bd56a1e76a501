import 'server-only';
import { findScope, requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { isRiskList } from './model.ts';
import type { CopiedFile, WarehouseView } from './schema.ts';
import type { StoredWarehouse } from './store.ts';
import { findWarehouse } from './store.ts';

/** Returns true if risk detail is copied: a person has chosen it, and may see it at this time. */
export async function copiesRisk(
  { businessId, riskBy }: Pick<StoredWarehouse, 'businessId' | 'riskBy'>,
  now: Instant,
): Promise<boolean> {
  if (riskBy === null) return false;
  return (await findScope(businessId, riskBy, now))?.may('risk.read') === true;
}

/**
 * Returns the warehouse of a business with its last copy, without its secret.
 *
 * @throws Problem 'forbidden' for people who don't manage the connection
 */
export async function readWarehouse(context: Context<PersonActor>, business: string): Promise<WarehouseView> {
  const { businessId, may } = requirePermission(context, business, 'connection.manage');
  const stored = await findWarehouse(businessId);
  if (stored === null) return { settings: null, nextRunAt: null, run: null };
  const { url, region, bucket, folder, accessId, hour, nextRunAt, run } = stored;
  // Their sizes and hashes change with risk detail.
  const isShown = ({ list }: CopiedFile) => may('risk.read') || !isRiskList(list);
  return {
    settings: {
      url,
      region,
      bucket,
      folder,
      accessId,
      hour,
      copiesRisk: await copiesRisk(stored, context.clock.now()),
    },
    nextRunAt,
    run: run && { ...run, files: run.files.filter(isShown) },
  };
}
