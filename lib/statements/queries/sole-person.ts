import 'server-only';
import { listRolesWith } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/**
 * Returns true if a currency has never had an opening position, none is proposed, and one person alone may agree on it. The database
 * has the same rule about people and the first one. The caller has checked the permission.
 */
export async function isFirstOpeningAlone(
  client: Pick<Transaction, 'membership' | 'proposal' | 'setting'>,
  businessId: BusinessId,
  currency: string,
): Promise<boolean> {
  const people = await client.membership.count({
    where: {
      ...{ businessId, disabledAt: null, person: { disabledAt: null } },
      role: { in: [...listRolesWith('period.close')] },
    },
  });
  if (people !== 1) return false;
  const where = { businessId, kind: 'opening-position', subject: currency };
  if ((await client.setting.count({ where })) > 0) return false;
  return (await client.proposal.count({ where: { ...where, state: 'proposed' } })) === 0;
}
