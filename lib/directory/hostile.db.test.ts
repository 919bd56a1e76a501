import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApiToken } from '#lib/api-tokens/change-tokens.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { createSchemas } from './discovery.ts';
import { createDirectoryFixture, readError, readResource } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();
const resetBudget = () => database().apiToken.updateMany({ data: { periodRequests: 0 } });
beforeEach(resetBudget);

const naughty = [
  ...['', ' ', '\u0000', '\ud800', 'NULL', '-1', '1e400', '9'.repeat(30), "' OR '1'='1", '<script>', '%zz'],
  ...['\u202e', '\ud83d\ude00', 'x'.repeat(3_000), 'a"b', '"', '\\', '[', 'a[b eq "c"', '$ref', '__proto__'],
];
const deepArray: unknown = JSON.parse(`${'['.repeat(4_000)}${']'.repeat(4_000)}`);
const wrong = [
  ...naughty,
  0,
  -1,
  1e308,
  true,
  null,
  [],
  {},
  [null],
  [[]],
  [{}],
  [{ value: 7 }],
  { value: [] },
  { value: { toString: 1 } },
  [{ value: { toString: 1, valueOf: 1 } }],
  deepArray,
];

let turn = 0;
/** Returns every fifth value, and others each time, so that all are sent without sending each everywhere. */
function sample<Value>(values: readonly Value[]): readonly Value[] {
  turn += 1;
  return values.filter((_, at) => at % 5 === turn % 5);
}

/** Checks that a request is answered as SCIM has it, and that nothing fails. */
async function expectAnswer(said: readonly unknown[], response: Response) {
  expect([...said, response.status < 500]).toEqual([...said, true]);
  if (response.status >= 400) await readError(response);
}

describe('bad input', () => {
  test('in the query is answered by an error of SCIM or a list', async () => {
    await desk.addGroup('Everyone', [await desk.addUser()]);
    for (const path of ['/Users', '/Groups', `/Users/${randomUUID()}`])
      for (const name of [
        'startIndex',
        'count',
        'filter',
        'attributes',
        'excludedAttributes',
        'unknown',
        '__proto__',
      ]) {
        await resetBudget();
        // Each parameter gets some values, and neighboring ones get the others.
        for (const value of sample([
          ...naughty,
          ...naughty.map((text) => `userName eq ${JSON.stringify(text)}`),
        ])) {
          const query = new URLSearchParams([[name, value]]).toString();
          await expectAnswer([path, name, value.slice(0, 30)], await desk.send('GET', `${path}?${query}`));
        }
      }
    for (const filter of [
      'active eq "x"',
      'id eq "x"',
      'id eq true',
      'externalId eq false',
      'userName eq true',
    ])
      expect((await desk.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).status).toBe(200);
  });

  test('in each attribute of a user and a group is answered by an error of SCIM or stored', async () => {
    const user = await desk.addUser();
    const group = await desk.addGroup('Everyone', [user]);
    for (const [path, id, base] of [
      ['/Users', user, { userName: `${randomUUID()}@example.test` }],
      ['/Groups', group, { displayName: 'Everyone' }],
    ] as const) {
      const names = createSchemas().flatMap((schema) =>
        schema.attributes.flatMap((one) => z.looseObject({ name: z.string() }).parse(one).name),
      );
      for (const name of new Set([...names, 'externalId', 'schemas', '__proto__'])) {
        await resetBudget();
        for (const value of sample(wrong)) {
          const said = [path, name, JSON.stringify(value).slice(0, 30)];
          await expectAnswer(said, await desk.send('PUT', `${path}/${id}`, { ...base, [name]: value }));
          await expectAnswer(said, await desk.patch(`${path}/${id}`, { op: 'replace', path: name, value }));
        }
      }
      await resetBudget();
      for (const value of wrong) {
        const said = [path, JSON.stringify(value).slice(0, 30)];
        await expectAnswer(said, await desk.send('POST', path, value));
        await expectAnswer(said, await desk.patch(`${path}/${id}`, { op: value, path: value, value }));
        await expectAnswer(
          said,
          await desk.patch(`${path}/${id}`, { op: 'add', path: value, value: [{ value: user }] }),
        );
        await expectAnswer(said, await desk.patch(`${path}/${id}`, value));
        await expectAnswer(said, await desk.send('PATCH', `${path}/${id}`, { Operations: value }));
      }
    }
  });

  test('in each part of a search is answered by an error of SCIM or a list', async () => {
    await desk.addGroup('Everyone', [await desk.addUser()]);
    for (const path of ['/.search', '/Users/.search', '/Groups/.search']) {
      for (const name of ['filter', 'attributes', 'excludedAttributes', 'startIndex', 'count', 'sortBy']) {
        await resetBudget();
        for (const value of sample([...wrong, ...naughty.map((text) => [text])])) {
          const said = [path, name, JSON.stringify(value).slice(0, 30)];
          await expectAnswer(said, await desk.send('POST', path, { [name]: value }));
        }
      }
      for (const value of wrong) await expectAnswer([path], await desk.send('POST', path, value));
      for (const [status, sent] of [
        [200, { COUNT: 1, filter: null }],
        [400, { count: '1' }],
        [400, []],
        [400, { filter: 'nickName eq "x"' }],
        [400, { filter: 'userName eq "x" and displayName eq "y" and members eq "z"' }],
      ] as const)
        expect([path, sent, (await desk.send('POST', path, sent)).status]).toEqual([path, sent, status]);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await desk.send(method, path, method === 'PUT' ? {} : undefined)).headers.get('allow')).toBe(
          'POST',
        );
    }
    expect((await desk.send('POST', '/Me/.search', {})).status).toBe(404);
  });

  test('of another form, size or method is refused', async () => {
    const status = async (...input: Parameters<typeof desk.send>) => {
      const response = await desk.send(...input);
      await readError(response.clone());
      return response.status;
    };
    expect(await status('POST', '/Users', undefined, { raw: '{' })).toBe(400);
    expect(await status('POST', '/Users', undefined, { raw: '['.repeat(50_000) })).toBe(400);
    expect(await status('POST', '/Users', undefined, { raw: 'x'.repeat(2_200_000) })).toBe(413);
    expect(await status('POST', '/Users', {}, { headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await status('DELETE', '/Users')).toBe(405);
    expect(await status('POST', '/Schemas')).toBe(405);
    for (const path of [
      '/',
      '/Me',
      '/Bulk',
      '/Users/',
      '/Users/x',
      '/Users/%zz',
      '/Users/%00',
      '/constructor',
      '/Schemas/x',
    ])
      expect([path, await status('GET', path)]).toEqual([path, 404]);
    for (const path of [`/Users/${randomUUID()}`, '/Groups/x']) {
      expect(await status('DELETE', path)).toBe(404);
      expect(await status('PUT', path, { userName: 'x', displayName: 'x' })).toBe(404);
    }
    const members = Array.from({ length: 10_001 }, () => ({ value: randomUUID() }));
    expect(await status('POST', '/Groups', { displayName: 'Huge', members })).toBe(400);
    expect(await status('POST', '/Groups', { displayName: 'Foreign', members: members.slice(0, 1) })).toBe(
      400,
    );
    expect(await status('POST', '/Users', { userName: 'no address' })).toBe(400);
  });
});

describe('a token', () => {
  test('that is missing, unknown, revoked, expired or without the scope opens nothing', async () => {
    const { businessId, as } = desk.tenant;
    const { tokenId } = await database().apiToken.findFirstOrThrow({
      where: { personId: as.owner.actor.personId },
    });
    const form = createApiTokenForm.parse({
      ...{ businessId, name: 'Reader', scopes: ['payments:read'], businesses: [businessId] },
      ...{ days: '90', addresses: '' },
    });
    const { token: reader } = await createApiToken(as.owner, form);
    const ask = async (token: string | null) => {
      const response = await desk.send('GET', '/Users', undefined, { token });
      await readError(response.clone());
      return response.status;
    };
    expect(await ask(null)).toBe(401);
    expect(await ask('ch_unknown')).toBe(401);
    expect(await ask(reader)).toBe(403);
    await database().apiToken.update({ where: { tokenId }, data: { expiresAt: new Date(0) } });
    expect(await ask(desk.token)).toBe(401);
    const later = new Date(Date.now() + 86_400_000);
    await database().apiToken.update({
      where: { tokenId },
      data: { expiresAt: later, revokedAt: new Date() },
    });
    expect(await ask(desk.token)).toBe(401);
  });

  test('loses its directory when its maker is no longer an owner', async () => {
    await database().membership.updateMany({
      where: { personId: desk.tenant.as.owner.actor.personId },
      data: { role: 'finance' },
    });
    const response = await desk.send('GET', '/Users');
    expect(await readError(response)).toMatchObject({ status: '403' });
  });

  test('sees and changes nothing of another business', async () => {
    const other = await createTenant();
    const second = await createPerson(new Map([[other.businessId, 'owner' as const]]));
    const token = await desk.createToken(other, second);
    const user = await desk.addUser();
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { userName: 'stolen@example.test' }],
      ['PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }],
      ['DELETE', undefined],
    ] as const)
      expect((await desk.send(method, `/Users/${user}`, body, { token })).status).toBe(404);
    const group = await desk.send(
      'POST',
      '/Groups',
      { displayName: 'X', members: [{ value: user }] },
      { token },
    );
    expect((await readError(group)).scimType).toBe('invalidValue');
    expect(await readResource(await desk.send('GET', `/Users/${user}`))).toMatchObject({ active: true });
  });
});

test('two changes of groups at the same time leave the role of both', async () => {
  const email = `${randomUUID()}@example.test`;
  const user = await desk.addUser(email);
  const [everyone, money] = [await desk.addGroup('Everyone'), await desk.addGroup('Money')];
  const add = { op: 'add', path: 'members', value: [{ value: user }] };
  const responses = await Promise.all([
    desk.patch(`/Groups/${everyone}`, add),
    desk.patch(`/Groups/${money}`, add),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const member = await database().membership.findFirstOrThrow({ where: { person: { email } } });
  expect(member.role).toBe('finance');
});
