import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { listCallbackKeys, readCallbackAddress } from '#lib/callbacks/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { AddressesView, connectionForm } from './schema.ts';

/**
 * Returns the callback addresses under the newest key, with their secret, for an owner. Each view is audited.
 * @throws Problem 'forbidden', 'not-found' or 'reauthentication-required'.
 */
export async function revealAddresses(
  context: Context<PersonActor>,
  input: z.output<typeof connectionForm>,
): Promise<AddressesView> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  await requireRecentAuthentication(context);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'connection.view-secret',
      objectType: 'business',
      objectId: businessId,
      // The audit log gets the key's name, never the key.
      after: { key: listCallbackKeys()[0]?.name ?? null },
    }),
  );
  return readCallbackAddress(businessId);
}
