import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import { database } from '../pools.ts';

/** A business of the test's own, and a signed-in person for each role at it. */
export type Tenant = {
  readonly businessId: BusinessId;
  /** The context in which that person's request would run. */
  readonly as: Readonly<Record<Role, Context<PersonActor>>>;
};

export async function createBusiness(name = 'A business of a test'): Promise<BusinessId> {
  const id = randomUUID();
  await database().business.create({ data: { id, name } });
  return toId<BusinessId>(id);
}

/** A person with these roles, and the context of their signed-in session. */
export async function createPerson(
  given: ReadonlyMap<BusinessId, Role>,
  clock: Clock = systemClock,
): Promise<Context<PersonActor>> {
  const name = [...given.values()][0] ?? 'nobody';
  const email = `${name}-${randomUUID()}@example.test`;
  const now = new Date(clock.now());
  const person = await database().person.create({
    data: {
      email,
      name,
      // Nobody signs in with it: hashing is slow, and sign-in has tests of its own.
      passwordHash: '',
      memberships: { create: [...given].map(([businessId, role]) => ({ businessId, role })) },
      sessions: { create: { createdAt: now, lastSeenAt: now } },
    },
    include: { sessions: true },
  });
  const session = person.sessions[0];
  if (session === undefined) throw new Error('the session was not created');
  return createContext(
    {
      kind: 'person',
      personId: toId<PersonId>(person.id),
      sessionId: toId<SessionId>(session.id),
      email,
      name,
      roles: given,
    },
    { clock },
  );
}

/** Each suite makes its own, so that no two suites share a row. */
export async function createTenant(clock: Clock = systemClock): Promise<Tenant> {
  const businessId = await createBusiness();
  const people = await Promise.all(roles.map((role) => createPerson(new Map([[businessId, role]]), clock)));
  const [viewer, finance, compliance, owner] = people;
  if (!viewer || !finance || !compliance || !owner) throw new Error('a role is missing');
  return { businessId, as: { viewer, finance, compliance, owner } };
}

/** The context of a part of the product that acts by itself. */
export const systemContext = (name = 'test', clock: Clock = systemClock): Context<SystemActor> =>
  createContext({ kind: 'system', name }, { clock });
