import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { hasEnd } from '#lib/values/roles.ts';
import { database } from '../pools.ts';

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

/** Creates a person with these roles, and the context of their session. */
export async function createPerson(
  fields: ReadonlyMap<BusinessId, Role>,
  clock: Clock = systemClock,
): Promise<Context<PersonActor>> {
  const name = [...fields.values()][0] ?? 'nobody';
  const email = `${name}-${randomUUID()}@example.test`;
  const now = new Date(clock.now());
  const person = await database().person.create({
    data: {
      email,
      name,
      // Hashing is slow, and sign-in has its own tests, so this hash matches no password.
      passwordHash: '',
      memberships: {
        create: [...fields].map(([businessId, role]) => ({
          ...{ businessId, role },
          endsAt: hasEnd(role) ? new Date(clock.now() + 86_400_000) : null,
        })),
      },
      sessions: { create: { createdAt: now, lastSeenAt: now, authenticatedAt: now } },
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
      roles: fields,
      hasSecondFactor: true,
    },
    { clock },
  );
}

/** Each suite creates its own, so that no two suites share a row. */
export async function createTenant(clock: Clock = systemClock): Promise<Tenant> {
  const businessId = await createBusiness();
  const people = await Promise.all(
    tenantRoles.map((role) => createPerson(new Map<BusinessId, Role>([[businessId, role]]), clock)),
  );
  const [viewer, accountant, finance, compliance, owner] = people;
  if (!viewer || !accountant || !finance || !compliance || !owner) throw new Error('a role is missing');
  return { businessId, as: { viewer, accountant, finance, compliance, owner } };
}

/** Returns the context of a part of the product that acts automatically. */
export const systemContext = (name = 'test', clock: Clock = systemClock): Context<SystemActor> =>
  createContext({ kind: 'system', name }, { clock });

/** Returns the context of a sign-in. */
export const createSignInContext = (clock: Clock): Context<SystemActor> => systemContext('sign-in', clock);
