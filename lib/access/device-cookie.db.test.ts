import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readDevice, rememberDevice } from './device-cookie.ts';

type StoredCookie = { readonly value: string; readonly options: unknown };
const jar = new Map<string, StoredCookie>();

testRequest.cookies = {
  get: (name) => jar.get(name),
  set: (name, value, options) => jar.set(name, { value, options }),
};

const person = () => toId<PersonId>(randomUUID());

test('recognises the device of the person who signed in with it', async () => {
  const me = person();
  expect(await readDevice(me)).toBeNull();
  const device = randomUUID();
  await rememberDevice(me, device);
  const known = await readDevice(me);
  expect(known?.id).toBe(device);
  expect(Math.abs((known?.rememberedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(await readDevice(person())).toBeNull();
  expect(jar.get('ch-device')?.options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/api/auth' });
});

test('ignores a forged device cookie', async () => {
  jar.set('ch-device', { value: 'made-up', options: {} });
  expect(await readDevice(person())).toBeNull();
});
