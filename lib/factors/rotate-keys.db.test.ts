import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createPerson, systemContext } from '#lib/database/testing/tenant.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { runOperatorCommand } from '#lib/team/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { decryptSecret, encryptSecret, readNewestKeyId } from './factor-keys.ts';
import { countFormerKeys, rotateFactorKeys } from './rotate-keys.ts';
import { createTotpSecret } from './totp.ts';

const former = 'a-former-key-of-the-test-that-is-long-enough';
const newest = 'the-newest-key-of-the-test-that-is-long-enough';

const operator = () => systemContext('operator');
const secret = createTotpSecret();

async function addApp(key: string, isConfirmed = true) {
  const { personId } = (await createPerson(new Map())).actor;
  const factorId = randomUUID();
  testEnv.FACTOR_KEYS = [key];
  const encrypted = encryptSecret(secret, { personId, factorId });
  const at = new Date();
  await database().secondFactor.create({
    data: {
      factorId,
      personId,
      kind: 'totp',
      ...encrypted,
      createdAt: at,
      confirmedAt: isConfirmed ? at : null,
    },
  });
  testEnv.FACTOR_KEYS = [newest, former];
  return { personId, factorId };
}

async function readSecret({ personId, factorId }: { personId: PersonId; factorId: string }) {
  const row = await database().secondFactor.findUniqueOrThrow({ where: { factorId } });
  const { keyId, secret: stored } = row;
  return {
    keyId,
    secret:
      keyId === null || stored === null
        ? null
        : decryptSecret({ keyId, secret: Uint8Array.from(stored) }, { personId, factorId }),
  };
}

const listEntries = () =>
  database().auditEntry.findMany({
    where: { action: 'person.rotate-factor-keys' },
    orderBy: { sequence: 'asc' },
  });

beforeEach(async () => {
  await database().secondFactor.deleteMany();
  testEnv.FACTOR_KEYS = [newest, former];
});

test('encrypts every secret under the newest key once, so that the former key can go', async () => {
  const apps = [await addApp(former), await addApp(former, false), await addApp(newest)];
  expect(await countFormerKeys()).toEqual({ former: 2, missing: 0 });
  const before = (await listEntries()).length;
  expect(await rotateFactorKeys(operator())).toEqual({ rotated: 2, unreadable: 0 });
  expect(await rotateFactorKeys(operator())).toEqual({ rotated: 0, unreadable: 0 });
  expect(await countFormerKeys()).toEqual({ former: 0, missing: 0 });
  testEnv.FACTOR_KEYS = [newest];
  for (const app of apps)
    expect(await readSecret(app)).toEqual({ keyId: readNewestKeyId(), secret: Buffer.from(secret) });
  const entries = (await listEntries()).slice(before);
  expect(entries).toMatchObject([{ actorId: 'operator', after: { rotated: 2, unreadable: 0 } }]);
  for (const key of [former, newest, Buffer.from(secret).toString('base64')])
    expect(JSON.stringify(entries.map(({ after, before: keysBefore }) => [after, keysBefore]))).not.toContain(
      key,
    );
});

test('leaves secrets of a missing key, and says how many there are', async () => {
  const lost = await addApp('a-lost-key-of-the-test-that-is-long-enough');
  await addApp(former);
  const { keyId } = await readSecret(lost);
  expect(await countFormerKeys()).toEqual({ former: 1, missing: 1 });
  const answer = await runOperatorCommand(operator(), ['rotate-keys']);
  expect(answer).toMatch(
    /^1 authenticator app secret is now encrypted with the newest key\.\n1 authenticator app secret was skipped/,
  );
  expect((await readSecret(lost)).keyId).toBe(keyId);
  expect(JSON.parse(await runOperatorCommand(operator(), ['rotate-keys', '--json']))).toEqual({
    rotated: 0,
    unreadable: 1,
  });
});

test('a secret that moved to another person is not encrypted again', async () => {
  const app = await addApp(former);
  const other = await addApp(former);
  const { secret: stored } = await database().secondFactor.findUniqueOrThrow({
    where: { factorId: app.factorId },
  });
  await database().secondFactor.update({ where: { factorId: other.factorId }, data: { secret: stored } });
  expect(await rotateFactorKeys(operator())).toEqual({ rotated: 1, unreadable: 1 });
});

test('needs a key, and no further words', async () => {
  testEnv.FACTOR_KEYS = undefined;
  await expect(rotateFactorKeys(operator())).rejects.toMatchObject({ code: 'conflict' });
  await expect(runOperatorCommand(operator(), ['rotate-keys', 'all'])).rejects.toMatchObject({
    code: 'invalid',
  });
});
