import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';

const [newest, older] = ['the-newest-key-of-these-tests-only', 'an-older-key-of-these-tests-only-x'] as const;

beforeEach(() => {
  vi.stubEnv('CALLBACK_SECRETS', `${newest},${older}`);
  vi.stubEnv('CALLBACK_BASE_URL', 'https://pay.example.test/');
  for (const [name, value] of Object.entries({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    NEXTAUTH_SECRET: 'a-session-secret-of-these-tests-only',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
  }))
    vi.stubEnv(name, value);
});

const { authenticateSender, readCallbackAddress, nameCallbackKey } = await import('./address.ts');
const secretUnder = (key: string, id: string) => createHmac('sha256', key).update(id).digest('base64url');

test('authenticates an address under each key, in either case, and refuses all others', () => {
  const id = randomUUID();
  expect(authenticateSender(id, secretUnder(newest, id))).toEqual({
    businessId: id,
    keyName: nameCallbackKey(newest),
  });
  expect(authenticateSender(id, secretUnder(older, id))).toEqual({
    businessId: id,
    keyName: nameCallbackKey(older),
  });
  expect(nameCallbackKey(older)).not.toBe(nameCallbackKey(newest));
  expect(authenticateSender(id.toUpperCase(), secretUnder(newest, id))?.businessId).toBe(id);
  expect(authenticateSender(id, secretUnder('x'.repeat(32), id))).toBeNull();
  expect(authenticateSender(randomUUID(), secretUnder(newest, id))).toBeNull();
  expect(authenticateSender('no-uuid', secretUnder(newest, 'no-uuid'))).toBeNull();
  expect(authenticateSender(id, '')).toBeNull();
  expect(authenticateSender(id, `${secretUnder(newest, id)}=`)).toBeNull();
});

test('builds addresses under the newest key', async () => {
  const id = randomUUID();
  const { toId } = await import('#lib/values/ids.ts');
  expect(readCallbackAddress(toId(id)).withdrawal).toBe(
    `https://pay.example.test/api/callbacks/${id}/${secretUnder(newest, id)}/withdrawal`,
  );
});
