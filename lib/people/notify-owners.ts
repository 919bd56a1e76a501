import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { AccessNotice } from '#lib/mail/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';

/** The owners changed: a person became one, or an owner lost or got back the access. */
export const ownersChanged = { kind: 'ownersChanged' } as const;

/**
 * Queues a mail to the owners of a business about the access of a person. The author of the change gets one, too:
 * someone else may have used their session. The person doesn't, because they have mails of their own.
 */
export async function notifyOwners(
  transaction: Transaction,
  { clock }: Context<Actor>,
  { businessId, personId }: { readonly businessId: BusinessId; readonly personId: PersonId | null },
  event: typeof ownersChanged | AccessNotice,
): Promise<void> {
  const owners = await transaction.membership.findMany({
    where: { businessId, role: 'owner', disabledAt: null, person: { disabledAt: null } },
    select: { personId: true },
  });
  const personIds = owners.map((owner) => owner.personId).filter((owner) => owner !== personId);
  await queueTeamNotice(transaction, { ...event, businessId, personIds, at: clock.now() });
}
