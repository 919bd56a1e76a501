import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';

/** Longer histories are on the audit page. */
const maxEntries = 500;

/**
 * Returns the actions on these objects, newest first, without values, and without views by people and programs. The caller
 * checks the permission.
 */
export async function listObjectAudit(
  businessId: BusinessId,
  objectType: string,
  objectIds: readonly string[],
): Promise<
  readonly {
    readonly sequence: bigint;
    readonly at: Instant;
    readonly actorKind: string;
    readonly actorId: string;
    readonly action: string;
    readonly objectId: string;
  }[]
> {
  const rows = await database().auditEntry.findMany({
    where: {
      chainId: businessId,
      objectType,
      objectId: { in: [...objectIds] },
      action: { notIn: [`${objectType}.view`, `${objectType}.fetch`] },
    },
    select: { sequence: true, at: true, actorKind: true, actorId: true, action: true, objectId: true },
    orderBy: { sequence: 'desc' },
    take: maxEntries,
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: fromDate(at) }));
}

/** Returns the recorded details of one action on these objects, newest first. The caller checks the permission. */
export async function listAuditDetails(
  businessId: BusinessId,
  objectType: string,
  objectIds: readonly string[],
  action: string,
): Promise<
  readonly {
    readonly sequence: bigint;
    readonly at: Instant;
    readonly actorId: string;
    readonly after: unknown;
  }[]
> {
  const rows = await database().auditEntry.findMany({
    where: { chainId: businessId, objectType, objectId: { in: [...objectIds] }, action },
    select: { sequence: true, at: true, actorId: true, after: true },
    orderBy: { sequence: 'desc' },
    take: maxEntries,
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: fromDate(at) }));
}
