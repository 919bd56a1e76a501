import 'server-only';
import { listRolesWith } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';

/** As long as who gave access to whom counts for approvals. */
const independenceMs = 72 * 60 * 60 * 1000;

/**
 * Returns true if a currency has never had an opening position, none is proposed, and one person alone may agree on it. Others count who
 * could have in the last 72 hours, so that no person disables a colleague or changes their role to be alone. The database has the same
 * rule about people and the first one. The caller has checked the permission.
 */
export async function isFirstOpeningAlone(
  client: Pick<Transaction, 'membership' | 'proposal' | 'setting'>,
  {
    businessId,
    currency,
    now,
  }: { readonly businessId: BusinessId; readonly currency: string; readonly now: Instant },
): Promise<boolean> {
  const since = toDate(instant(now - independenceMs));
  const isActive = { OR: [{ disabledAt: null }, { disabledAt: { gt: since } }] };
  const role = { in: [...listRolesWith('period.close')] };
  const receivedAccess = { some: { businessId, kind: 'role', grantedAt: { gt: since } } };
  const people = await client.membership.count({
    where: { businessId, OR: [{ role, ...isActive, person: isActive }, { person: { receivedAccess } }] },
  });
  if (people !== 1) return false;
  const where = { businessId, kind: 'opening-position', subject: currency };
  if ((await client.setting.count({ where })) > 0) return false;
  return (await client.proposal.count({ where: { ...where, state: 'proposed' } })) === 0;
}
