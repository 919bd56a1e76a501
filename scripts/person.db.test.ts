import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCommands, otherPrograms } from '#e2e/crossing/operator-commands.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { revokeEverySession } from '#lib/people/index.ts';
import { singleSignOnCommands } from '#lib/single-sign-on/index.ts';
import { operatorCommandNames, runOperatorCommand } from '#lib/team/index.ts';

const outsider = `outsider_${process.pid}`;
const password = 'a-password-of-the-test';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  await databasePool().query(`CREATE ROLE ${outsider} LOGIN PASSWORD '${password}'`);
});
afterAll(() => databasePool().query(`DROP ROLE ${outsider}`));

/** Gives the member what the commands take away: a passkey, a linked identity, a session, and a delayed sign-in. */
async function prepareMember(): Promise<string> {
  const { personId, email } = tenant.as.viewer.actor;
  const at = new Date();
  await database().passkey.create({
    data: {
      personId,
      credentialId: Buffer.from(randomUUID()),
      publicKey: Buffer.alloc(77),
      counter: 0n,
      transports: [],
      isSyncable: true,
      isBackedUp: true,
      name: 'A passkey',
      createdAt: at,
    },
  });
  await database().personIdentity.create({
    data: { personId, issuer: 'https://a.test', subject: randomUUID(), email, linkedAt: at, lastUsedAt: at },
  });
  const account = createHash('sha256').update(email).digest('hex');
  await database().signInCeiling.create({
    data: { account, level: 12, countedAt: at, freeAt: new Date(at.getTime() + 60_000) },
  });
  return email;
}

/** Every command may have ended the sessions, and one of them needs one. */
const openSession = () =>
  database().session.create({ data: { personId: tenant.as.viewer.actor.personId, createdAt: new Date() } });
const countEntries = () => database().auditEntry.count();
const listNewEntries = async (known: ReadonlySet<string>) =>
  (await database().auditEntry.findMany({ orderBy: { at: 'asc' } })).filter(
    ({ chainId, sequence }) => !known.has(`${chainId} ${sequence}`),
  );
const listKnown = async () =>
  new Set((await database().auditEntry.findMany()).map(({ chainId, sequence }) => `${chainId} ${sequence}`));

test('the crossing lists every command', () => {
  const place = { business: 'b', member: 'm', free: 'f' };
  const listed = new Set(operatorCommands.map(({ words }) => words(place)[0]));
  expect([...listed].toSorted()).toEqual(
    [...operatorCommandNames, ...Object.keys(singleSignOnCommands)].toSorted(),
  );
});

test('each command does what the crossing expects, audited as operator', async () => {
  const place = {
    business: tenant.businessId,
    member: await prepareMember(),
    free: `${randomUUID()}@example.test`,
  };
  const context = systemContext('operator');
  for (const { words, audits } of operatorCommands) {
    await openSession();
    const known = await listKnown();
    await runOperatorCommand(context, words(place), singleSignOnCommands);
    const entries = await listNewEntries(known);
    const name = words(place).slice(0, 1).concat(words(place).slice(2)).join(' ');
    expect(
      entries.map(({ action }) => action),
      name,
    ).toEqual(audits);
    for (const { actorKind, actorId } of entries)
      expect([actorKind, actorId], name).toEqual(['system', 'operator']);
  }
});

test('exactly the listed programs change who has access', () => {
  const rooms = /from '#lib\/(team|people|restores|factors|passkeys|single-sign-on)\/index\.ts'/;
  const programs = globSync(['scripts/**/*.ts', 'tools/**/*.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && rooms.test(readFileSync(file, 'utf8')));
  expect(programs.toSorted()).toEqual(Object.keys(otherPrograms).toSorted());
});

test('a program that ends every session writes it to the audit log', async () => {
  await openSession();
  const known = await listKnown();
  expect(await revokeEverySession(systemContext('restore'))).toBeGreaterThan(0);
  expect(await listNewEntries(known)).toMatchObject([{ action: 'session.revoke', actorId: 'restore' }]);
  expect(await database().session.count({ where: { revokedAt: null } })).toBe(0);
});

/** Runs a command as a person at the terminal does, with this address of the database. */
async function runProgram(url: string, ...words: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/person.ts', ...words], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, DATABASE_URL: url, DIRECT_URL: url, NODE_OPTIONS: '' },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, ...output };
}

test('refuses a database user without rights, and changes nothing', async () => {
  const { DATABASE_URL: own = '' } = process.env;
  const withoutRights = Object.assign(new URL(own), { username: outsider, password }).href;
  const before = await countEntries();
  const { code, stdout, stderr } = await runProgram(withoutRights, 'disable', tenant.as.owner.actor.email);
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  expect(await countEntries()).toBe(before);
  const owner = await database().person.findUniqueOrThrow({ where: { id: tenant.as.owner.actor.personId } });
  expect(owner.disabledAt).toBeNull();
});
