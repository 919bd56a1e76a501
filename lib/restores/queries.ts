import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { roles } from '#lib/values/roles.ts';
import type { RestoredPerson, RestoreView } from './schema.ts';

/** Returns true while jobs and mail are paused after a restore. */
export async function hasPausedWork(): Promise<boolean> {
  const where = { restoredAt: { not: null }, resumedAt: null };
  return (await database().installation.findFirst({ where })) !== null;
}

/** The work that a restore leaves to an owner. */
export type RestoreStatus = {
  readonly isPaused: boolean;
  /** The number of businesses whose people aren't confirmed. */
  readonly unconfirmed: number;
};

/** Returns what is left to do after a restore, in the whole installation. */
export async function findRestoreStatus(): Promise<RestoreStatus> {
  const [isPaused, rows] = await Promise.all([
    hasPausedWork(),
    database().installation.findMany({ select: { unconfirmed: true } }),
  ]);
  return { isPaused, unconfirmed: rows.flatMap(({ unconfirmed }) => unconfirmed).length };
}

async function listPeople(businessId: BusinessId): Promise<readonly RestoredPerson[]> {
  const rows = await database().membership.findMany({
    where: { businessId },
    include: { person: true },
    orderBy: [{ role: 'asc' }, { person: { email: 'asc' } }],
  });
  return rows.flatMap(({ person, role: stored, endsAt }) => {
    const role = roles.find((one) => one === stored);
    if (role === undefined) return [];
    const { id, name, email, disabledAt } = person;
    return [
      {
        personId: id,
        name,
        email,
        role,
        isDisabled: disabledAt !== null,
        accessEndsAt: endsAt && instantColumn(endsAt),
      },
    ];
  });
}

/** Returns the latest restore while an owner of this business still has something to do. Null otherwise. */
export async function readRestoreView(
  context: Context<PersonActor>,
  business: string,
): Promise<RestoreView | null> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  const latest = await database().installation.findFirst();
  if (!latest?.restoredAt || !latest.restoredUntil) return null;
  const isConfirmed = !latest.unconfirmed.includes(businessId);
  if (isConfirmed && latest.resumedAt !== null) return null;
  return {
    restoredAt: instantColumn(latest.restoredAt),
    dataUntil: instantColumn(latest.restoredUntil),
    isResumed: latest.resumedAt !== null,
    people: isConfirmed ? null : await listPeople(businessId),
  };
}
