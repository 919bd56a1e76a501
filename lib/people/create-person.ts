import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { hashPassword } from './password.ts';
import type { NewPerson } from './schema.ts';
import { newPersonForm } from './schema.ts';
import { findAccount, insertPerson } from './store.ts';

/**
 * Creates an account during the setup of an installation, unless the email has one. For system code: owners invite
 * people. Returns the person of the account. Throws a ZodError for an invalid email or a short password.
 */
export async function createPerson(context: Context<SystemActor>, input: NewPerson): Promise<PersonId> {
  const person = newPersonForm.parse(input);
  const existing = await findAccount(person.email);
  if (existing !== null) return existing.personId;
  const passwordHash = await hashPassword(person.password);
  return inTransaction(async (transaction) => {
    const { email, name } = person;
    const personId = await insertPerson(transaction, { email, name, passwordHash, at: context.clock.now() });
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'person.create',
      objectType: 'person',
      objectId: personId,
      after: { email, name },
    });
    return personId;
  });
}
