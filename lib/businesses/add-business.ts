import 'server-only';
import type * as z from 'zod';
import { lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import { setAuditedRole } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { hasBusiness } from './business-queries.ts';
import { ensureBusiness } from './business-store.ts';
import { fetchRecord, storeRecord } from './refresh-business.ts';
import type { addBusinessForm } from './schema.ts';

const refuseKnown = (isMember: boolean) =>
  new Problem('conflict', tBusinesses(isMember ? 'add.alreadyMember' : 'add.known'));

/**
 * Adds a business that the service key of this installation can read (§4.2), with its record, and makes the person its
 * owner. Everything works for it at once: the other parts read the list of businesses from the database. It begins with the
 * time zone of the business on whose page the person adds it.
 *
 * @throws Problem 'reauthentication-required', 'conflict' for a business that is already here, and 'service-unreachable' with
 * the service's words if its record can't be read; then nothing is added
 */
export async function addBusiness(
  context: Context<PersonActor>,
  { businessId: business, newBusinessId }: z.output<typeof addBusinessForm>,
): Promise<{ readonly businessId: BusinessId }> {
  const { businessId, role } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const { personId, roles } = context.actor;
  const known = refuseKnown(roles.has(newBusinessId));
  if (await hasBusiness(newBusinessId)) throw known;
  const read = await fetchRecord(context, newBusinessId);
  if (read.kind === 'failed') throw new Problem('service-unreachable', read.message);
  return inTransaction(async (transaction) => {
    const owners = await lockMembersWith(transaction, businessId, 'connection.manage', [personId]);
    if (!owners.has(personId)) throw new Problem('not-found', tBusinesses('unknownOrNoRole'));
    const { timeZone } = await transaction.business.findUniqueOrThrow({
      where: { id: businessId },
      select: { timeZone: true },
    });
    if (!(await ensureBusiness(transaction, { businessId: newBusinessId, timeZone }))) throw known;
    await storeRecord(transaction, newBusinessId, read);
    const entry = { action: 'business.add', objectType: 'business', objectId: newBusinessId } as const;
    for (const chain of [businessId, newBusinessId].toSorted())
      await writeAudit(transaction, context, { ...entry, businessId: chain, after: { timeZone } });
    await setAuditedRole(transaction, context, { personId, businessId: newBusinessId, role });
    return { businessId: newBusinessId };
  });
}
