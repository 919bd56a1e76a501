import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { changeRole, disableMember, enableMember, invitePerson } from '#lib/team/index.ts';
import { createNotifications, listNotifications } from './index.ts';
import { formatEvent } from './model-event.ts';

afterAll(closeDatabase);

test('shows each act that gives access to the owners, also to the author, and to nobody else', async () => {
  const { as, businessId } = await createTenant();
  const run = () => createNotifications(systemContext(), new AbortController().signal);
  await run();
  const member = { businessId, personId: as.finance.actor.personId };
  const email = `${randomUUID()}@example.test`;
  await invitePerson(as.owner, { businessId, email, role: 'compliance', delivery: 'link' });
  await changeRole(as.owner, { ...member, role: 'accountant' });
  await changeRole(as.owner, { ...member, role: 'compliance' });
  await disableMember(as.owner, member);
  await enableMember(as.owner, member);
  await run();
  await run();
  const { rows } = await listNotifications(as.owner, businessId, null);
  const seen = rows.map(({ kind, transition, label }) => `${label}: ${formatEvent(kind, transition)}`);
  const { name } = as.finance.actor;
  expect(seen.sort()).toEqual(
    [
      `${email}: A person was invited to this business`,
      `${name}: A disabled person has access again`,
      `${name}: A person’s role has more permissions now`,
    ].sort(),
  );
  for (const role of ['viewer', 'compliance'] as const)
    expect((await listNotifications(as[role], businessId, null)).rows).toEqual([]);
  expect(await database().notification.count({ where: { businessId } })).toBe(3);
});
