import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isIndependentApprover } from '#lib/access/index.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import {
  acceptInvitation,
  changeRole,
  createPasswordReset,
  disableMember,
  enableMember,
  invitePerson,
  resetPassword,
} from './index.ts';

afterAll(closeDatabase);

const hourMs = 3_600_000;
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
const at = (person: Context<PersonActor>): Context<PersonActor> => ({ ...person, clock });

beforeEach(async () => {
  now = systemClock.now();
  tenant = await createTenant();
});

const mayApprove = (proposer: Context<PersonActor>, approver: Context<PersonActor>) =>
  inTransaction((transaction) =>
    isIndependentApprover(
      transaction,
      {
        businessId: tenant.businessId,
        proposer: proposer.actor.personId,
        approver: approver.actor.personId,
      },
      now,
    ),
  );
const target = (person: Context<PersonActor>) => ({
  businessId: tenant.businessId,
  personId: person.actor.personId,
});

const giveAccess = {
  invitation: async (by: Context<PersonActor>, to: Context<PersonActor>) => {
    const invitee = await createPerson(new Map());
    const { link } = await invitePerson(at(by), {
      businessId: tenant.businessId,
      email: invitee.actor.email,
      role: 'compliance',
      delivery: 'link',
    });
    await acceptInvitation(at(invitee), { token: link?.split('/invitation/')[1] ?? '' });
    return to === by ? to : invitee;
  },
  role: async (by: Context<PersonActor>, to: Context<PersonActor>) => {
    await changeRole(at(by), { ...target(to), role: 'compliance' });
    return to;
  },
  enable: async (by: Context<PersonActor>, to: Context<PersonActor>) => {
    await disableMember(at(by), target(to));
    await enableMember(at(by), target(to));
    return to;
  },
  reset: async (by: Context<PersonActor>, to: Context<PersonActor>) => {
    const { link } = await createPasswordReset(at(by), target(to));
    const token = link?.split('/reset/')[1] ?? '';
    await resetPassword(systemContext('password-reset', clock), { token, password: 'another long password' });
    return to;
  },
} as const;

test.each(['invitation', 'role', 'enable', 'reset'] as const)(
  'after access by %s neither person approves proposals of the other for 72 hours',
  async (kind) => {
    const { owner, finance, compliance } = tenant.as;
    const receiver = await giveAccess[kind](owner, finance);
    expect(await mayApprove(owner, receiver)).toBe(false);
    // Otherwise an owner could propose with an account that they took over, and approve as themselves.
    expect(await mayApprove(receiver, owner)).toBe(false);
    expect(await mayApprove(compliance, receiver)).toBe(true);
    now = addMilliseconds(now, 72 * hourMs - 1);
    expect(await mayApprove(owner, receiver)).toBe(false);
    expect(await mayApprove(receiver, owner)).toBe(false);
    now = addMilliseconds(now, 1);
    expect(await mayApprove(owner, receiver)).toBe(true);
    expect(await mayApprove(receiver, owner)).toBe(true);
  },
);

test('access that a receiver passes on counts as well', async () => {
  const { owner, finance, viewer } = tenant.as;
  await changeRole(at(owner), { ...target(finance), role: 'owner' });
  const promoted: Context<PersonActor> = {
    ...at(finance),
    actor: { ...finance.actor, roles: new Map([[tenant.businessId, 'owner']]) },
  };
  await changeRole(promoted, { ...target(viewer), role: 'compliance' });
  expect(await mayApprove(owner, viewer)).toBe(false);
  expect(await mayApprove(finance, viewer)).toBe(false);
  expect(await mayApprove(viewer, owner)).toBe(false);
  expect(await mayApprove(viewer, finance)).toBe(false);
});

test("the database rejects the approval of a change of the desk's settings by such a person", async () => {
  const { owner, finance, compliance } = tenant.as;
  const { businessId } = tenant;
  await changeRole(at(owner), { ...target(finance), role: 'compliance' });
  const pool = databasePool();
  await pool.query('INSERT INTO review_setting (business_id) VALUES ($1)', [businessId]);
  const propose = async (by: Context<PersonActor>) => {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO review_setting_change (business_id, version, old_second_from_eur, old_due_hours, second_from_eur,
         due_hours, reason, proposed_by, proposed_at)
       VALUES ($1, 1, 0, 0, 2000, 24, 'More', $2, now()) RETURNING change_id AS id`,
      [businessId, by.actor.personId],
    );
    return rows[0]?.id ?? randomUUID();
  };
  const approve = (change: string, by: Context<PersonActor>) =>
    pool.query(
      `UPDATE review_setting_change SET state = 'final', answered_by = $2, answered_at = now() WHERE change_id = $1`,
      [change, by.actor.personId],
    );
  const byReceiver = await propose(finance);
  await expect(approve(byReceiver, owner)).rejects.toThrow('less than 72 hours ago');
  await pool.query(
    `UPDATE review_setting_change SET state = 'withdrawn', answered_by = $2, answered_at = now() WHERE change_id = $1`,
    [byReceiver, finance.actor.personId],
  );
  const byOwner = await propose(owner);
  await expect(approve(byOwner, finance)).rejects.toThrow('less than 72 hours ago');
  await approve(byOwner, compliance);
});

test('the record of granted access is never changed', async () => {
  const { owner, finance } = tenant.as;
  await changeRole(at(owner), { ...target(finance), role: 'viewer' });
  for (const sql of ['DELETE FROM access_grant', 'UPDATE access_grant SET granted_at = now()'])
    await expect(databasePool().query(`${sql} WHERE business_id = $1`, [tenant.businessId])).rejects.toThrow(
      'never changed',
    );
});
