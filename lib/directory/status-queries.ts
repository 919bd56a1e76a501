import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ApiTokenList } from '#lib/api-tokens/schema.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { scimAddress } from './resources.ts';
import type { DirectoryView } from './schema.ts';

/**
 * Returns the directory of a business for its owners, and null for others.
 *
 * @throws Problem 'not-found'
 */
export async function readDirectory(
  context: Context<PersonActor>,
  business: string,
  { tokens }: ApiTokenList,
): Promise<DirectoryView | null> {
  const { businessId, may } = requirePermission(context, business, 'account.use');
  if (!may('team.manage')) return null;
  const users = await database().directoryRecord.count({ where: { businessId, kind: 'user' } });
  return {
    address: scimAddress(),
    users,
    tokens: tokens.filter(({ directory, isExpired }) => directory !== null && !isExpired),
  };
}
