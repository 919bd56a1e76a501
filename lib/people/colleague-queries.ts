import 'server-only';
import type { Permission } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { hasPermission } from '#lib/access/permissions.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { roles } from '#lib/values/roles.ts';
import type { Colleague } from './model-mentions.ts';
import { findMentions } from './model-mentions.ts';

/** Returns the active members who have a permission, by name. The caller has checked the permission of the reader. */
async function listMembersWith(
  reader: Pick<Transaction, 'membership'>,
  businessId: BusinessId,
  permission: Permission,
): Promise<readonly Colleague[]> {
  const rows = await reader.membership.findMany({
    where: {
      businessId,
      role: { in: roles.filter((role) => hasPermission(role, permission)) },
      disabledAt: null,
      person: { disabledAt: null },
    },
    select: { person: { select: { id: true, name: true } } },
    orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
  });
  return rows.map(({ person }) => ({ personId: person.id, name: person.name }));
}

/**
 * Returns the colleagues whom the person may mention in a note: those who may read it.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listMentionable(
  context: Context<PersonActor>,
  business: string,
  isAboutCase: boolean,
): Promise<readonly Colleague[]> {
  const { businessId } = requirePermission(
    context,
    business,
    isAboutCase ? 'review.work' : 'record.annotate',
  );
  const members = await listMembersWith(database(), businessId, isAboutCase ? 'review.work' : 'read');
  return members.filter(({ personId }) => personId !== context.actor.personId);
}

/**
 * Returns who is mentioned in a note and was not in its earlier text, as a field of an audit entry. The notification job
 * reads it there. Only colleagues who may read the note count.
 */
export async function readMentions(
  transaction: Transaction,
  businessId: BusinessId,
  note: { readonly text: string; readonly earlier?: string; readonly permission: 'read' | 'review.work' },
): Promise<{ readonly mentions?: readonly string[] }> {
  if (!note.text.includes('@')) return {};
  const members = await listMembersWith(transaction, businessId, note.permission);
  const earlier = new Set(findMentions(note.earlier ?? '', members));
  const mentions = findMentions(note.text, members).filter((personId) => !earlier.has(personId));
  return mentions.length === 0 ? {} : { mentions };
}
