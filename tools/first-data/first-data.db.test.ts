import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { listRules } from '#lib/reviews/index.ts';
import { createSetUpLink, joinByInvitation } from '#lib/team/index.ts';
import { setUpDemoPeople } from './people.ts';
import { setUpDemoRules } from './rules.ts';

afterAll(closeDatabase);

const businessId = randomUUID();

/** Runs the first data of a start with a real service and without any variable about an owner. Returns its output. */
async function start(): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'tools/first-data/first-data.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, BUSINESS_IDS: businessId, OWNER_EMAIL: '', OWNER_PASSWORD: '', NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  expect(await once(child, 'close'), output).toEqual([0, null]);
  return output;
}

test('the first start of an empty database prints a link that makes its person the owner, and later ones none', async () => {
  const link = /"setUpLink":"[^"]+\/invitation\/([\w-]{43})"/;
  const token = link.exec(await start())?.[1] ?? '';
  expect(await database().person.count()).toBe(0);
  const email = `${randomUUID()}@example.test`;
  await joinByInvitation(systemContext('invitation'), {
    token,
    name: 'The first',
    password: 'a quiet long password',
    email,
  });
  expect(await database().membership.findMany({ include: { person: true } })).toMatchObject([
    { businessId, role: 'owner', person: { email } },
  ]);
  expect(await createSetUpLink(systemContext('first-data'))).toBeNull();
});

test('a demo business has rules in each state, approved by a second person, whose sessions have ended', async () => {
  const tenant = await createTenant();
  await setUpDemoPeople(systemContext('first-data'), [tenant.businessId]);
  await setUpDemoRules(systemContext('first-data'), [tenant.businessId]);
  await setUpDemoRules(systemContext('first-data'), [tenant.businessId]);
  const { rows } = await listRules(tenant.as.compliance, tenant.businessId);
  expect(rows.map(({ name, state }) => `${name}: ${state}`).toSorted()).toEqual([
    'Large deposit: active',
    'Many deposits from one address: draft',
    'New address with a large amount: draft',
    'Sent from an exchange: paused',
  ]);
  const email = { in: ['compliance@demo.test', 'owner@demo.test'] };
  expect(await database().session.count({ where: { person: { email }, revokedAt: null } })).toBe(0);
});
