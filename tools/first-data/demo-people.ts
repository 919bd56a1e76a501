import { exemptDemoPerson } from '#lib/factors/index.ts';
import { createPerson, findAccount, grantRole, listAccountEmails } from '#lib/people/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { AssignableRole } from '#lib/values/roles.ts';
import { assignableRoles, hasEnd } from '#lib/values/roles.ts';

/** This password is public, so it is only used with the sandbox, which holds no real money. */
const demoPassword = 'countinghouse-demo';

/** The access of the demo auditor ends then. */
const demoAuditMs = 90 * 86_400_000;

const names: Readonly<Record<AssignableRole, string>> = {
  viewer: 'Vera Lindqvist',
  accountant: 'Amara Nwosu',
  finance: 'Fabian Moreau',
  compliance: 'Corinna Adeyemi',
  approver: 'Anders Holm',
  auditor: 'Astrid Falk',
  owner: 'Oskar Brandt',
};

export type DemoPerson = { readonly email: string; readonly name: string; readonly password: string };

const demoPerson = (role: AssignableRole): DemoPerson => ({
  email: `${role}@demo.test`,
  name: names[role],
  password: demoPassword,
});

/** The people who act in the first data. */
export const demoPeople = { compliance: demoPerson('compliance'), owner: demoPerson('owner') };

export const demoSignIns = assignableRoles.map((role) => ({
  role,
  email: `${role}@demo.test`,
  password: demoPassword,
}));

/**
 * Returns if this is an installation for trying the product out, and if it may get demo people and data: never beside accounts of
 * others, whose records the public password would open.
 */
export async function readDemoState(): Promise<{ readonly isDemo: boolean; readonly canAdd: boolean }> {
  const emails = await listAccountEmails();
  const isDemoPerson = (email: string) => demoSignIns.some((signIn) => signIn.email === email);
  return { isDemo: emails.length === 0 || emails.some(isDemoPerson), canAdd: emails.every(isDemoPerson) };
}

/** The password of the demo people is public and has the name of the product, which no other password may have. */
async function setUpDemoPerson(
  context: Context<SystemActor>,
  person: { email: string; name: string; password: string },
  role: AssignableRole,
  businesses: readonly BusinessId[],
): Promise<void> {
  const personId = await createPerson(context, person, { isDemo: true });
  const endsAt = hasEnd(role) ? addMilliseconds(context.clock.now(), demoAuditMs) : null;
  for (const businessId of businesses) await grantRole(context, { personId, businessId, role, endsAt });
}

/** Exempts the demo people from second factors, also those of an earlier version. */
export async function exemptDemoPeople(context: Context<SystemActor>): Promise<void> {
  for (const { email } of demoSignIns) {
    const account = await findAccount(email);
    if (account !== null) await exemptDemoPerson(context, account.personId);
  }
}

/** Sets up one person for each role, at every business. */
export async function setUpDemoPeople(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
): Promise<void> {
  for (const role of assignableRoles) await setUpDemoPerson(context, demoPerson(role), role, businesses);
}
