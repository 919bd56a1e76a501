import 'server-only';
import { database } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';

/** Longer histories are on the audit page. */
const most = 500;

/** What was done to one object, newest first, without what changed. For rooms that have checked the permission. */
export async function auditOf(
  businessId: BusinessId,
  objectType: string,
  objectId: string,
): Promise<
  readonly {
    readonly sequence: bigint;
    readonly at: Instant;
    readonly actorKind: string;
    readonly actorId: string;
    readonly action: string;
  }[]
> {
  const rows = await database().auditEntry.findMany({
    where: { chainId: businessId, objectType, objectId },
    select: { sequence: true, at: true, actorKind: true, actorId: true, action: true },
    orderBy: { sequence: 'desc' },
    take: most,
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: fromDate(at) }));
}
