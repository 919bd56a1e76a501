import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { writeAuditPerBusiness } from './disable-person.ts';
import type { changeProfileForm, Profile } from './schema.ts';
import { lockPerson, readProfile, storeProfile } from './store.ts';

/** Changes the name of the signed-in person and how numbers and times are shown to them, in every business. */
export async function changeProfile(
  context: Context<PersonActor>,
  { businessId, ...input }: z.output<typeof changeProfileForm>,
): Promise<Profile> {
  requirePermission(context, businessId, 'account.use');
  const { personId } = context.actor;
  const profile = { ...input, name: storableText(input.name) };
  return inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    const before = await readProfile(transaction, personId);
    if (person === null || before === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
    if (
      before.name === profile.name &&
      before.locale === profile.locale &&
      before.hourCycle === profile.hourCycle
    )
      return profile;
    await storeProfile(transaction, personId, profile);
    await writeAuditPerBusiness(transaction, context, person, {
      action: 'person.change-profile',
      before,
      after: profile,
    });
    return profile;
  });
}
