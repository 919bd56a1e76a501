import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { AccessNotice } from '#lib/mail/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';

/** The owners changed: a person became one, or an owner lost or got back the access. */
export const ownersChanged = { kind: 'ownersChanged' } as const;

/**
 * Queues a mail to the owners of a business about the access of a person or more. The author of the change gets one, too:
 * someone else may have used their session. These people don't, because they have mails of their own.
 */
export async function notifyOwners(
  transaction: Transaction,
  { clock }: Context<Actor>,
  { businessId, personIds }: { readonly businessId: BusinessId; readonly personIds: readonly PersonId[] },
  event: typeof ownersChanged | AccessNotice,
): Promise<void> {
  const owners = await transaction.membership.findMany({
    where: { businessId, role: 'owner', disabledAt: null, person: { disabledAt: null } },
    select: { personId: true },
  });
  const about = new Set<string>(personIds);
  const recipients = owners.map((owner) => owner.personId).filter((owner) => !about.has(owner));
  await queueTeamNotice(transaction, { ...event, businessId, personIds: recipients, at: clock.now() });
}
