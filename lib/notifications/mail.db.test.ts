import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { mailNotifications } from './mail-notifications.ts';
import type { Delivery, NotificationKind } from './model.ts';
import { setNotificationsForm } from './schema.ts';
import { setNotifications } from './set-notifications.ts';
import { readNotificationSettings } from './settings-queries.ts';

/** Noon in UTC, so that no test depends on the hour at which it runs. */
const noon = instant(Date.parse('2026-11-26T12:00:00Z'));
const hour = 3_600_000;
let tenant: Tenant;
let now = noon;
const clock: Clock = { now: () => now };
const personId = (role: TenantRole) => tenant.as[role].actor.personId;
const run = (isOn = true) =>
  mailNotifications(systemContext('notification-mail', clock), new AbortController().signal, isOn);
const mails = (role: TenantRole) =>
  database().mailMessage.findMany({
    where: { businessId: tenant.businessId, personId: personId(role) },
    orderBy: { createdAt: 'asc' },
  });

beforeEach(async () => {
  now = noon;
  tenant = await createTenant(clock);
});

const addDue = (role: TenantRole, kind: NotificationKind, label = '', dueAt: number = now) =>
  database().notification.create({
    data: {
      ...{ businessId: tenant.businessId, personId: personId(role), kind, label },
      ...{ recordId: randomUUID(), transition: randomUUID(), at: new Date(now), mailDueAt: new Date(dueAt) },
    },
  });

const save = (
  role: TenantRole,
  choices: { readonly kind: NotificationKind; readonly delivery: Delivery }[],
  quietHours: { from: string; until: string } | null = null,
) =>
  setNotifications(
    { ...tenant.as[role], clock },
    setNotificationsForm.parse({ businessId: tenant.businessId, choices, timeZone: 'UTC', quietHours }),
  );

test('puts all due notifications of a person into one email, and reports each once', async () => {
  await addDue('finance', 'withdrawal-failed', 'payout-1\nInjected line');
  await addDue('finance', 'exception-opened', 'order-2');
  await addDue('finance', 'payment-paid', 'later', now + hour);
  await Promise.all([run(), run()]);
  await run();
  const [mail, ...others] = await mails('finance');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: '2 new notifications', permission: 'read', state: 'waiting' });
  expect(mail?.text).toContain('Withdrawal failed: payout-1 Injected line\n');
  expect(mail?.text).not.toContain('later');
});

test('says how many records without a reference a line of the email has', async () => {
  for (let place = 0; place < 5; place += 1) await addDue('finance', 'withdrawal-unexpected', '');
  await run();
  expect((await mails('finance'))[0]?.text).toContain('Unexpected withdrawal: 5 in total\n');
});

test('waits five minutes between two emails to a person', async () => {
  await addDue('finance', 'withdrawal-failed');
  await run();
  await addDue('finance', 'withdrawal-failed');
  await run();
  expect(await mails('finance')).toHaveLength(1);
  now = instant(noon + 5 * 60_000);
  await run();
  expect(await mails('finance')).toHaveLength(2);
});

test('sends cases apart, and only with the permission to work on them', async () => {
  await addDue('owner', 'case-assigned');
  await addDue('owner', 'proposal-waiting');
  await addDue('finance', 'case-assigned');
  await run();
  expect((await mails('owner')).map(({ permission }) => permission).toSorted()).toEqual([
    'payment.approve',
    'review.work',
  ]);
  expect(await mails('finance')).toEqual([]);
});

test('sends proposals apart, so that each email needs the permission of its own kinds', async () => {
  await addDue('owner', 'proposal-waiting');
  await addDue('owner', 'withdrawal-failed');
  await run();
  expect((await mails('owner')).map(({ permission }) => permission).toSorted()).toEqual([
    'payment.approve',
    'read',
  ]);
});

test('mails nothing to a person who may not open the business any more', async () => {
  await addDue('finance', 'withdrawal-failed');
  await database().membership.updateMany({
    where: { personId: personId('finance') },
    data: { disabledAt: new Date() },
  });
  await run();
  await database().membership.updateMany({
    where: { personId: personId('finance') },
    data: { disabledAt: null },
  });
  await run();
  expect(await mails('finance')).toEqual([]);
});

test('forgets due emails without a mail server', async () => {
  await addDue('finance', 'withdrawal-failed');
  await run(false);
  await run();
  expect(await mails('finance')).toEqual([]);
});

test('mails nothing that happened days ago, such as before a restore', async () => {
  await addDue('finance', 'withdrawal-failed');
  now = instant(noon + 80 * hour);
  await run();
  await run();
  expect(await mails('finance')).toEqual([]);
});

test('lets emails wait until quiet hours end', async () => {
  await save('finance', [], { from: '11:00', until: '13:30' });
  await addDue('finance', 'withdrawal-failed');
  await run();
  expect(await mails('finance')).toEqual([]);
  now = instant(noon + 1.5 * hour);
  await run();
  expect(await mails('finance')).toHaveLength(1);
});

test('stores and audits choices once, and moves emails that are not sent yet', async () => {
  const { businessId } = tenant;
  const before = await readNotificationSettings(tenant.as.finance, businessId);
  expect(before).toMatchObject({ timeZone: 'UTC', quietHours: null });
  expect(before.kinds.map(({ kind }) => kind)).not.toContain('case-opened');
  const first = await addDue('finance', 'withdrawal-failed');
  const second = await addDue('finance', 'exception-opened');
  const choices = [
    { kind: 'withdrawal-failed', delivery: 'app' },
    { kind: 'exception-opened', delivery: 'hourly' },
  ] as const;
  await save('finance', [...choices]);
  await save('finance', [...choices]);
  const due = await database().notification.findMany({ where: { businessId }, orderBy: { at: 'asc' } });
  expect(new Map(due.map(({ notificationId, mailDueAt }) => [notificationId, mailDueAt]))).toEqual(
    new Map([
      [first.notificationId, null],
      [second.notificationId, new Date(noon + hour)],
    ]),
  );
  expect(
    await database().auditEntry.count({ where: { chainId: businessId, action: 'person.set-notifications' } }),
  ).toBe(1);
  expect((await readNotificationSettings(tenant.as.finance, businessId)).kinds).toEqual(
    expect.arrayContaining([...choices]),
  );
});

test('stores choices that a person saves several times at the same moment', async () => {
  const deliveries = ['hourly', 'daily', 'at-once', 'app'] as const;
  const saved = await Promise.all(
    deliveries.map((delivery) => save('finance', [{ kind: 'payment-paid', delivery }])),
  );
  expect(saved).toHaveLength(4);
});

test('refuses kinds of another role, and emails that owners always get', async () => {
  await expect(save('finance', [{ kind: 'case-assigned', delivery: 'daily' }])).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(
    setNotificationsForm.safeParse({
      businessId: tenant.businessId,
      choices: [{ kind: 'access-given', delivery: 'daily' }],
      timeZone: 'UTC',
      quietHours: null,
    }).success,
  ).toBe(false);
  const other = await createTenant(clock);
  await expect(
    setNotifications(other.as.owner, {
      ...{ businessId: tenant.businessId, choices: [], timeZone: 'UTC', quietHours: null },
    }),
  ).rejects.toMatchObject({ code: 'not-found' });
});
