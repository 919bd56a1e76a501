import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Actor, Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { hashPassword } from './password.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import type { NewPerson } from './schema.ts';
import { newPersonForm } from './schema.ts';
import { findAccount, insertPerson } from './store.ts';

/**
 * Creates an account in the caller's transaction and records it. The email is normalised. Returns null if the email has
 * an account already.
 */
export async function addPerson(
  transaction: Transaction,
  context: Context<Actor>,
  person: {
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    /** When the person verified the address, or null. */
    readonly emailVerifiedAt: Instant | null;
  },
): Promise<PersonId | null> {
  const personId = await insertPerson(transaction, { ...person, at: context.clock.now() });
  if (personId === null) return null;
  await writeAudit(transaction, context, {
    businessId: null,
    action: 'person.create',
    objectType: 'person',
    objectId: personId,
    after: { email: person.email, name: person.name },
  });
  return personId;
}

/**
 * Creates an account during the setup of an installation, unless the email has one. For system code: owners invite
 * people. Returns the person of the account. The public password of a demo person isn't checked, which only the sandbox
 * allows.
 *
 * @throws ZodError for an invalid email or a short password, and Problem 'invalid' for one that is easy to guess
 */
export async function createPerson(
  context: Context<SystemActor>,
  input: NewPerson,
  {
    businessNames = [],
    isDemo = false,
  }: { readonly businessNames?: readonly string[]; readonly isDemo?: boolean } = {},
): Promise<PersonId> {
  const { email, name, password } = newPersonForm.parse(input);
  const existing = await findAccount(email);
  if (existing !== null) return existing.personId;
  if (!isDemo || !env.DEMO) await requireStrongPassword({ name, email, businessNames }, password);
  const passwordHash = await hashPassword(password);
  const personId = await inTransaction((transaction) =>
    addPerson(transaction, context, { email, name, passwordHash, emailVerifiedAt: null }),
  );
  if (personId === null) throw new Error('another process created an account with this email just now');
  return personId;
}
