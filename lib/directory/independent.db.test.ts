import { randomUUID } from 'node:crypto';
import SCIMMY from 'scimmy';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createDirectoryFixture, readResource } from './testing/directory-fixture.ts';

/** Answers as SCIMMY, an independent implementation of SCIM, reads and computes them. */

const desk = createDirectoryFixture();
const { Messages, Schemas, Types } = SCIMMY;
const read = async (path: string) => readResource(await desk.send('GET', path));
const readList = async (path: string) =>
  z
    .looseObject({ Resources: z.array(z.looseObject({ id: z.string() })) })
    .parse(await (await desk.send('GET', path)).json());

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
/** Messages that SCIMMY checks itself. */
const listMessage = z.custom<ConstructorParameters<typeof Messages.ListResponse>[0]>(isObject);
const patchMessage = z.custom<ConstructorParameters<typeof Messages.PatchOp>[0]>(isObject);

/** Returns a resource as SCIMMY reads it. It throws where an attribute breaks RFC 7643. */
const parseUser = (resource: unknown) => new Schemas.User(z.looseObject({}).parse(resource), 'both');
/** Leaves out what every change moves. */
const toJson = (resource: unknown): unknown => {
  const { meta: _meta, ...rest } = z.looseObject({}).parse(JSON.parse(JSON.stringify(resource)));
  return rest;
};

test('resources, lists, errors and descriptions are valid', async () => {
  const user = await desk.addUser();
  const group = await desk.addGroup('Money', [user]);
  const one = await read(`/Users/${user}`);
  expect(toJson(parseUser(one))).toEqual(toJson(one));
  const team = await read(`/Groups/${group}`);
  expect(toJson(new Schemas.Group(team, 'both'))).toEqual(toJson(team));
  expect(() => parseUser({ ...one, active: 'yes' })).toThrow('boolean');
  const list = await readList('/Users?count=1');
  expect(toJson(new Messages.ListResponse(listMessage.parse(list)))).toEqual(toJson(list));
  const unknown = z.looseObject({}).parse(await (await desk.send('GET', '/Users/x')).json());
  // It throws the error that it reads.
  expect(() => new Messages.ErrorResponse(unknown)).toThrow(String(unknown['detail']));
  const config: unknown = await (await desk.send('GET', '/ServiceProviderConfig')).json();
  expect(() => new Schemas.ServiceProviderConfig(z.looseObject({}).parse(config))).not.toThrow();
  for (const type of (await readList('/ResourceTypes')).Resources)
    expect(() => new Schemas.ResourceType(type)).not.toThrow();
});

test.each([
  ['a replaced name', [{ op: 'replace', path: 'displayName', value: 'Ada' }]],
  ['an object without a path', [{ op: 'replace', value: { displayName: 'Ada', active: false } }]],
  ['a part of a name', [{ op: 'replace', path: 'name.givenName', value: 'Grace' }]],
  ['a removed name', [{ op: 'remove', path: 'name' }]],
  ['another address', [{ op: 'add', path: 'emails', value: [{ value: 'b@example.test', type: 'home' }] }]],
  [
    'the address of a type',
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'c@example.test' }],
  ],
  ['a removed address', [{ op: 'remove', path: 'emails[type eq "home"]' }]],
  [
    'several operations',
    [
      { op: 'add', path: 'displayName', value: 'One' },
      { op: 'replace', path: 'active', value: false },
      { op: 'remove', path: 'displayName' },
    ],
  ],
])('a PATCH with %s has the same result', async (_what, operations) => {
  const email = `${randomUUID()}@example.test`;
  const user = await desk.addUser(email, {
    emails: [
      { value: email, type: 'work' },
      { value: 'other@example.test', type: 'home' },
    ],
  });
  const before = parseUser(await read(`/Users/${user}`));
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const message = patchMessage.parse({ schemas, Operations: operations });
  const expected = await new Messages.PatchOp(message).apply(before, async (changed) => changed);
  const patched = await readResource(await desk.patch(`/Users/${user}`, ...operations));
  expect(toJson(parseUser(patched))).toEqual(toJson(expected ?? before));
});

test('filters select the same users', async () => {
  const email = `${randomUUID()}@Example.test`;
  await desk.addUser(email, { externalId: 'ext 1' });
  await desk.addUser();
  await desk.patch(`/Users/${await desk.addUser()}`, { op: 'replace', path: 'active', value: false });
  const { Resources: all } = await readList('/Users');
  expect(all).toHaveLength(3);
  for (const filter of [
    `userName eq "${email}"`,
    `USERNAME eq "${email}"`,
    'externalId eq "ext 1"',
    'active eq true',
    'active eq false',
    `active eq true and emails.value eq "${email}"`,
    `userName eq "${email}" and active eq false`,
    'userName eq "stranger"',
  ]) {
    const { Resources } = await readList(`/Users?filter=${encodeURIComponent(filter)}`);
    const expected = new Types.Filter(filter).match(all);
    expect([filter, Resources.map(({ id }) => id)]).toEqual([
      filter,
      z
        .array(z.looseObject({ id: z.string() }))
        .parse(expected)
        .map(({ id }) => id),
    ]);
  }
});

const searchMessage = z.custom<ConstructorParameters<typeof Messages.SearchRequest>[0]>(isObject);
const foundResources = z.looseObject({
  totalResults: z.number(),
  Resources: z.array(z.looseObject({ id: z.string() })),
});

test('a search by POST finds what GET finds, also over users and groups', async () => {
  const email = `${randomUUID()}@Example.test`;
  const user = await desk.addUser(email, { externalId: 'ext 1' });
  await desk.addUser();
  const group = await desk.addGroup('Money', [user]);
  const search = async (path: string, sent: Record<string, unknown>) => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
    // It throws where a parameter breaks RFC 7644.
    const request = new Messages.SearchRequest(searchMessage.parse({ schemas, ...sent }));
    const response = await desk.send('POST', `${path}/.search`, JSON.parse(JSON.stringify(request)));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/scim+json']);
    const list: unknown = await response.json();
    expect(toJson(new Messages.ListResponse(listMessage.parse(list)))).toEqual(toJson(list));
    return foundResources.parse(list);
  };
  for (const sent of [
    {},
    { filter: `userName eq "${email}"` },
    { filter: 'active eq false' },
    { count: 1, startIndex: 2 },
    { attributes: ['userName'] },
    { attributes: ['urn:ietf:params:scim:schemas:core:2.0:User:userName', 'name.givenName'] },
    { excludedAttributes: ['emails', 'groups'] },
  ]) {
    const query = new URLSearchParams(
      Object.entries(sent).map(([name, value]) => [name, String(value)]),
    ).toString();
    expect([sent, await search('/Users', sent)]).toEqual([sent, await readList(`/Users?${query}`)]);
  }
  const [picked] = (
    await search('/Users', { attributes: ['urn:ietf:params:scim:schemas:core:2.0:User:userName'] })
  ).Resources;
  expect(Object.keys(picked ?? {}).toSorted()).toEqual(['id', 'schemas', 'userName']);
  expect(await search('/Groups', { filter: 'displayName eq "money"' })).toMatchObject({
    Resources: [{ id: group, members: [{ value: user }] }],
  });
  const everything = await search('', {});
  const users = (await readList('/Users')).Resources;
  expect([everything.totalResults, everything.Resources]).toEqual([
    3,
    [...users, await read(`/Groups/${group}`)],
  ]);
  for (const filter of [
    'externalId eq "ext 1"',
    'displayName eq "Money"',
    'meta.resourceType eq "Group"',
    'id eq "x"',
  ]) {
    const { Resources } = await search('', { filter });
    expect([filter, Resources.map(({ id }) => id)]).toEqual([
      filter,
      z
        .array(z.looseObject({ id: z.string() }))
        .parse(new Types.Filter(filter).match(everything.Resources))
        .map(({ id }) => id),
    ]);
  }
  expect((await search('', { count: 1, startIndex: 3 })).Resources.map(({ id }) => id)).toEqual([group]);
});
