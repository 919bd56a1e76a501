import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** The links of a person that were ended. */
export type EndedLinks = {
  readonly revokedInvitations: ReadonlyMap<BusinessId, number>;
  readonly endedResetLinks: number;
  readonly endedEmailChanges: number;
};

/** Locks the memberships of a person, as every change of a team does first, until the transaction ends. */
export async function lockMemberships(transaction: Transaction, personId: PersonId): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 AS one FROM membership WHERE person_id = ${personId}::uuid ORDER BY business_id FOR UPDATE`;
}

/**
 * Ends every open link through which the person gives or gets access. These are their invitations, links for a new password
 * that they created or that are for them, and a link to a new address.
 */
export async function endOpenLinks(
  transaction: Transaction,
  personId: PersonId,
  now: Instant,
): Promise<EndedLinks> {
  const at = toDate(now);
  const invitations = await transaction.invitation.updateManyAndReturn({
    where: { invitedById: personId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: at },
    select: { businessId: true },
  });
  const resets = await transaction.oneTimeToken.updateMany({
    where: {
      kind: 'password-reset',
      OR: [{ createdById: personId }, { personId }],
      usedAt: null,
      expiresAt: { gt: at },
    },
    data: { expiresAt: at },
  });
  const changes = await transaction.oneTimeToken.updateMany({
    where: { kind: 'email-change', personId, usedAt: null, expiresAt: { gt: at } },
    data: { expiresAt: at },
  });
  const revokedInvitations = new Map<BusinessId, number>();
  for (const { businessId } of invitations) {
    const id = toId<BusinessId>(businessId);
    revokedInvitations.set(id, (revokedInvitations.get(id) ?? 0) + 1);
  }
  return { revokedInvitations, endedResetLinks: resets.count, endedEmailChanges: changes.count };
}
