import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createPerson } from '#lib/people/index.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { discardRule, listRules, proposeRuleChange, saveRule } from '#lib/reviews/index.ts';
import type { RuleForm } from '#lib/reviews/rules/model/form.ts';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { saveRuleForm } from '#lib/reviews/rules/schema/forms.ts';
import { createSetUpLink, joinByInvitation } from '#lib/team/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { loadDemoData } from './demo.ts';
import { readDemoState, setUpDemoPeople } from './demo-people.ts';
import { setUpDemoRules } from './rules.ts';

// Demo people exist only in a sandbox.
testEnv.DEMO = true;

const businessId = randomUUID();

/** Runs the first data of a start with a real service and without any variable about an owner. Returns its output. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'tools/first-data/first-data.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      BUSINESS_IDS: businessId,
      OWNER_EMAIL: '',
      OWNER_PASSWORD: '',
      NODE_OPTIONS: '',
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  expect(await once(child, 'close'), output).toEqual([0, null]);
  return output;
}

test('the first start of an empty database prints a link that makes its person the owner, and later ones none', async () => {
  const link = /"setUpLink":"[^"]+\/invitation\/([\w-]{43})"/;
  expect(await readDemoState()).toEqual({ isDemo: true, canAdd: true });
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

test('a sandbox beside accounts of others gets no demo people, also where one is left, and no demo data', async () => {
  // No server listens there: a start that uses the sandbox fails.
  const address = 'http://127.0.0.1:1';
  const output = await start({ SERVICE_BASE_URL: address, SANDBOX_BASE_URL: address });
  expect(output).toContain('"signIns":[]');
  expect(await database().person.count({ where: { email: { endsWith: '@demo.test' } } })).toBe(0);
  await createPerson(
    systemContext('first-data'),
    { email: 'owner@demo.test', name: 'Owner', password: 'countinghouse-demo' },
    { isDemo: true },
  );
  expect(await readDemoState()).toEqual({ isDemo: true, canAdd: false });
  expect(await loadDemoData(systemContext('first-data'), [toId<BusinessId>(businessId)])).toBeNull();
  expect(await database().person.count()).toBe(2);
});

const ruleStates = [
  'Large deposit: active',
  'Many deposits from one address: draft',
  'New address with a large amount: draft',
  'Sent from an exchange: paused',
];

async function listStates({ as, businessId }: Tenant): Promise<readonly string[]> {
  const { rows } = await listRules(as.compliance, businessId);
  return rows.map(({ name, state }) => `${name}: ${state}`).toSorted();
}

async function setUpRules({ businessId }: Tenant): Promise<void> {
  await setUpDemoPeople(systemContext('first-data'), [businessId]);
  await setUpDemoRules(systemContext('first-data'), [businessId]);
}

/** Saves a rule as a person does. Returns what the next verb needs. */
const save = ({ as, businessId }: Tenant, form: Partial<RuleForm>) =>
  saveRule(
    as.compliance,
    saveRuleForm.parse({ businessId, ruleId: null, version: 0, form: { ...emptyForm, ...form } }),
  );

const large = { name: 'Large deposit', figure: 'eur', currency: 'EUR', over: '1500' } as const;

test('the next start completes a rule that an earlier start left as a draft, and adds the others', async () => {
  const tenant = await createTenant();
  await save(tenant, large);
  await setUpRules(tenant);
  expect(await listStates(tenant)).toEqual(ruleStates);
});

test('the next start approves what an earlier start had proposed', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const { ruleId, version } = await save(tenant, large);
  await proposeRuleChange(tenant.as.compliance, {
    businessId,
    ruleId,
    version,
    kind: 'activate',
    pastDays: 0,
    reason: 'Risk assessment.',
  });
  await setUpRules(tenant);
  expect(await listStates(tenant)).toEqual(ruleStates);
});

test('a start adds no rule that a person renamed or discarded, and completes none that a person changed', async () => {
  const tenant = await createTenant();
  const { as, businessId } = tenant;
  const changed = await save(tenant, large);
  await saveRule(
    as.compliance,
    saveRuleForm.parse({
      businessId,
      ...changed,
      form: { ...emptyForm, ...large, name: 'Very large deposit' },
    }),
  );
  const discarded = await save(tenant, {
    name: 'Sent from an exchange',
    kind: 'category',
    match: 'contains',
    category: 'exchange',
  });
  await discardRule(as.compliance, { businessId, ...discarded });
  await setUpRules(tenant);
  expect(await listStates(tenant)).toEqual([
    'Many deposits from one address: draft',
    'New address with a large amount: draft',
    'Sent from an exchange: retired',
    'Very large deposit: draft',
  ]);
});

test('a demo business has rules in each state, approved by a second person, whose sessions have ended', async () => {
  const tenant = await createTenant();
  await setUpRules(tenant);
  await setUpRules(tenant);
  expect(await listStates(tenant)).toEqual(ruleStates);
  const email = { in: ['compliance@demo.test', 'owner@demo.test'] };
  expect(await database().session.count({ where: { person: { email }, revokedAt: null } })).toBe(0);
});
