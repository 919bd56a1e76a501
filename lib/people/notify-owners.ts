import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';

/**
 * Queues a mail to the owners of a business after this person became an owner, or an owner lost or got back the access.
 * Neither the person nor the author of the change gets one.
 */
export async function notifyOwners(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, personId }: { readonly businessId: BusinessId; readonly personId: PersonId },
): Promise<void> {
  const owners = await transaction.membership.findMany({
    where: { businessId, role: 'owner', disabledAt: null, person: { disabledAt: null } },
    select: { personId: true },
  });
  const by = context.actor.kind === 'person' ? context.actor.personId : null;
  const others = owners.map((owner) => owner.personId).filter((owner) => owner !== by && owner !== personId);
  const at = context.clock.now();
  await queueTeamNotice(transaction, { kind: 'ownersChanged', businessId, personIds: others, at });
}
