import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { hasEnd } from '#lib/values/roles.ts';
import { database, databasePool } from '../pools.ts';

/** The roles that read. Tests about approvers create one. */
export const tenantRoles = ['viewer', 'accountant', 'finance', 'compliance', 'owner'] as const;
export type TenantRole = (typeof tenantRoles)[number];

/** A separate business for the test, with a signed-in person for each role that reads. */
export type Tenant = {
  readonly businessId: BusinessId;
  /** The context of that person's request. */
  readonly as: Readonly<Record<TenantRole, Context<PersonActor>>>;
};

export async function createBusiness(name = 'A business of a test'): Promise<BusinessId> {
  const id = randomUUID();
  await database().business.create({ data: { id, name } });
  return toId<BusinessId>(id);
}

/** Creates people with these roles by one statement, because most tests begin with it, and the contexts of their sessions. */
async function createPeople(
  fields: readonly ReadonlyMap<BusinessId, Role>[],
  clock: Clock,
): Promise<readonly Context<PersonActor>[]> {
  const people = fields.map((roles) => {
    const name = [...roles.values()][0] ?? 'nobody';
    const [personId, sessionId] = [toId<PersonId>(randomUUID()), toId<SessionId>(randomUUID())];
    return { personId, sessionId, roles, name, email: `${name}-${randomUUID()}@example.test` };
  });
  const members = people.flatMap(({ personId, roles }) =>
    [...roles].map(([businessId, role]) => ({ personId, businessId, role })),
  );
  // Hashing is slow, and sign-in has its own tests, so the hash matches no password.
  await databasePool().query(
    `WITH people AS (
       INSERT INTO person (id, email, name, password_hash)
       SELECT id, email, name, '' FROM unnest($1::uuid[], $2::text[], $3::text[]) AS row (id, email, name)),
     sessions AS (
       INSERT INTO session (id, person_id, created_at, last_seen_at, authenticated_at)
       SELECT id, person_id, $5, $5, $5 FROM unnest($4::uuid[], $1::uuid[]) AS row (id, person_id))
     INSERT INTO membership (person_id, business_id, role, ends_at)
     SELECT * FROM unnest($6::uuid[], $7::uuid[], $8::text[], $9::timestamptz[])`,
    [
      people.map(({ personId }) => personId),
      people.map(({ email }) => email),
      people.map(({ name }) => name),
      people.map(({ sessionId }) => sessionId),
      new Date(clock.now()),
      members.map(({ personId }) => personId),
      members.map(({ businessId }) => businessId),
      members.map(({ role }) => role),
      members.map(({ role }) => (hasEnd(role) ? new Date(clock.now() + 86_400_000) : null)),
    ],
  );
  return people.map((person) =>
    createContext({ kind: 'person', ...person, hasSecondFactor: true }, { clock }),
  );
}

/** Creates a person with these roles, and the context of their session. */
export async function createPerson(
  fields: ReadonlyMap<BusinessId, Role>,
  clock: Clock = systemClock,
): Promise<Context<PersonActor>> {
  const [person] = await createPeople([fields], clock);
  if (person === undefined) throw new Error('the person was not created');
  return person;
}

/** Gives people an authenticator app. Without one, background work sends them nothing about cases. */
export async function addFactors(people: readonly Context<PersonActor>[]): Promise<void> {
  const at = new Date();
  await database().secondFactor.createMany({
    data: people.map(({ actor: { personId } }) => ({
      ...{ factorId: randomUUID(), personId, kind: 'totp', createdAt: at, confirmedAt: at },
      ...{ secret: Buffer.alloc(48), keyId: 'test' },
    })),
  });
}

/** Each suite creates its own, so that no two suites share a row. */
export async function createTenant(clock: Clock = systemClock): Promise<Tenant> {
  const businessId = await createBusiness();
  const [viewer, accountant, finance, compliance, owner] = await createPeople(
    tenantRoles.map((role) => new Map<BusinessId, Role>([[businessId, role]])),
    clock,
  );
  if (!viewer || !accountant || !finance || !compliance || !owner) throw new Error('a role is missing');
  return { businessId, as: { viewer, accountant, finance, compliance, owner } };
}

/** Returns the context of a part of the product that acts automatically. */
export const systemContext = (name = 'test', clock: Clock = systemClock): Context<SystemActor> =>
  createContext({ kind: 'system', name }, { clock });

/** Returns the context of a sign-in. */
export const createSignInContext = (clock: Clock): Context<SystemActor> => systemContext('sign-in', clock);
