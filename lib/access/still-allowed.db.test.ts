import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { disablePerson, revokeSessions, signOut } from '#lib/people/index.ts';
import { revokeOwnSession } from '#lib/people/revoke-own-sessions.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { changeRole, disableMember, removeMember } from '#lib/team/index.ts';
import { resetMemberFactor } from '#lib/team/reset-factor.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { guardResponseBody } from './guard-response-body.ts';
import { lockMembersWith } from './index.ts';
import { openSession } from './session-store.ts';
import { hasSameRole, isStillAllowed } from './still-allowed.ts';

describe('long responses', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createTenant();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  type Person = Context<PersonActor>;

  const member = ({ actor }: Person) => ({ businessId: tenant.businessId, personId: actor.personId });

  /** Returns the same person in another browser. */
  async function openElsewhere(person: Person): Promise<Person> {
    const { actor, clock } = person;
    const sessionId = await inTransaction((transaction) =>
      openSession(transaction, {
        personId: actor.personId,
        now: clock.now(),
        address: null,
        userAgent: null,
        deviceId: randomUUID(),
        isNewDevice: false,
      }),
    );
    return { ...person, actor: { ...actor, sessionId } };
  }

  /** The ways in which the access of a member of finance ends or changes. */
  const endings: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    'another role': (person) => changeRole(tenant.as.owner, { ...member(person), role: 'viewer' }),
    'disabled access': (person) => disableMember(tenant.as.owner, member(person)),
    'a removed member': (person) => removeMember(tenant.as.owner, member(person)),
    'a disabled account': ({ actor }) => disablePerson(systemContext('operator'), actor.personId),
    'a session revoked in another browser': async (person) =>
      revokeOwnSession(await openElsewhere(person), {
        businessId: tenant.businessId,
        sessionId: person.actor.sessionId,
      }),
    'sessions revoked by an operator': ({ actor }) =>
      revokeSessions(systemContext('operator'), actor.personId),
    'a reset second factor': async (person) => {
      await addFactor(person.actor.personId, person.clock.now());
      await resetMemberFactor(tenant.as.owner, member(person));
    },
    'the sign-out': (person) => signOut(person),
  };

  /** A response that goes on forever. */
  const endless = () =>
    new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });

  test.each(Object.keys(endings))('%s ends open streams and downloads within 10 s', async (name) => {
    const { businessId } = tenant;
    const person = await createPerson(new Map([[businessId, 'finance']]));
    const checks: Promise<boolean>[] = [];
    const open = (ending: 'close' | 'break') =>
      guardResponseBody(endless(), {
        mayContinue: () => {
          const check = hasSameRole(person, { businessId, role: 'finance', isDeputy: false });
          checks.push(check);
          return check;
        },
        ending,
        closeConnection: () => false,
        stallMs: 60_000,
      }).getReader();
    /** Lets a time pass in which every open response is checked once. */
    const passCheck = async () => {
      checks.length = 0;
      await vi.advanceTimersByTimeAsync(4_000);
      const results = await Promise.all(checks);
      await new Promise(setImmediate);
      return results;
    };

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stream = open('close');
    const download = open('break');
    await Promise.all([stream.read(), download.read()]);
    const ends: string[] = [];
    stream.read().then(({ done }) => ends.push(done ? 'stream closed' : 'stream continued'));
    download.read().catch(() => ends.push('download broken'));
    expect(await passCheck()).toEqual([true, true]);
    expect(ends).toEqual([]);
    expect(await isStillAllowed(person, businessId, 'payment.create')).toBe(true);

    await endings[name]?.(person);
    expect(await passCheck()).toEqual([false, false]);
    expect(ends.toSorted()).toEqual(['download broken', 'stream closed']);
    expect(await isStillAllowed(person, businessId, 'payment.create')).toBe(false);
  });
});

describe('locked members', () => {
  test('lists who has a permission now, as each request decides it', async () => {
    const { businessId, as } = await createTenant();
    const { personId: owner } = as.owner.actor;
    const { personId: compliance } = as.compliance.actor;
    const list = (among?: readonly PersonId[]) =>
      inTransaction((transaction) => lockMembersWith(transaction, businessId, 'review.work', among));
    expect(await list()).toEqual(new Set([owner, compliance]));
    expect(await list([compliance, as.finance.actor.personId])).toEqual(new Set([compliance]));
    const other = await createTenant();
    expect(await list([other.as.owner.actor.personId])).toEqual(new Set());

    // After a restored backup, only owners have access until one of them confirms the people.
    await database().installation.updateMany({ data: { unconfirmed: [businessId] } });
    expect(await list()).toEqual(new Set([owner]));
    await database().installation.updateMany({ data: { unconfirmed: [] } });
    expect(await list()).toEqual(new Set([owner, compliance]));

    await database().person.update({ where: { id: compliance }, data: { disabledAt: new Date() } });
    expect(await list()).toEqual(new Set([owner]));
  });
});
