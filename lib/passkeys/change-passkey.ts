import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readFactorNeed, recordFactorRemoval, requireFullAuthentication } from '#lib/factors/index.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tPasskeys } from '#lib/messages/factors.ts';
import { lockPerson, writeAuditPerBusiness } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { listPasskeys } from './queries.ts';
import type { PasskeyList, removePasskeyForm, renamePasskeyForm } from './schema.ts';
import { deletePasskey, readPasskeyName, storePasskeyName } from './store.ts';

const unknownPasskey = () => new Problem('not-found', tPasskeys('unknown'));

/**
 * Gives a passkey of the signed-in person another name.
 *
 * @throws Problem 'not-found'
 */
export async function renamePasskey(
  context: Context<PersonActor>,
  { businessId, passkeyId, name }: z.output<typeof renamePasskeyForm>,
): Promise<PasskeyList> {
  requirePermission(context, businessId, 'account.use');
  const { personId } = context.actor;
  const own = { passkeyId, personId };
  await inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    const before = await readPasskeyName(transaction, own);
    if (before === null) throw unknownPasskey();
    const stored = storableText(name);
    if (before === stored) return;
    await storePasskeyName(transaction, own, stored);
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.rename-passkey',
      before: { passkeyId, name: before },
      after: { passkeyId, name: stored },
    });
  });
  return listPasskeys(context);
}

/**
 * Removes a passkey of the signed-in person: it no longer signs in. Sessions that it opened stay. The person gets a
 * mail. If it was the last factor and a role needs one, the next sign-in leads to the set-up of another.
 *
 * @throws Problem 'reauthentication-required' or 'not-found'
 */
export async function removePasskey(
  context: Context<PersonActor>,
  { businessId, passkeyId }: z.output<typeof removePasskeyForm>,
): Promise<PasskeyList> {
  requirePermission(context, businessId, 'account.use');
  await requireFullAuthentication(context);
  const { personId } = context.actor;
  const own = { passkeyId, personId };
  const need = await readFactorNeed(personId);
  await inTransaction(async (transaction) => {
    const at = context.clock.now();
    const person = await lockPerson(transaction, personId);
    if (person === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    const name = await readPasskeyName(transaction, own);
    if (name === null) throw unknownPasskey();
    await deletePasskey(transaction, own);
    await recordFactorRemoval(transaction, context, need);
    await queueSecurityNotice(transaction, { kind: 'passkeyRemoved', personId, at });
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.remove-passkey',
      before: { passkeyId, name },
      after: null,
    });
  });
  return listPasskeys(context);
}
