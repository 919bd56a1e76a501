import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiScopes, isWriteScope } from '#lib/access/model-api-scopes.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { tApi } from '#lib/messages/api.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { apiRoutes, apiWrites, createApiDocument } from './index.ts';
import type { ApiRoute } from './route.ts';
import {
  addFactor,
  createApiFixture,
  readPage,
  readProblem,
  resetBudget,
  send,
} from './testing/api-fixture.ts';

const desk = createStatementFixture();
const { fill, createToken } = createApiFixture(desk);

const readScopes = apiScopes.filter((scope) => !isWriteScope(scope));

const toPath = ({ path }: ApiRoute, ids: Readonly<Record<string, string>>) =>
  path.replace('{id}', ids[path.split('/')[1] ?? ''] ?? randomUUID());

describe('every route', () => {
  test('is in the OpenAPI document and answers as it says', async () => {
    const ids = await fill({ hasStatement: true });
    await addFactor(desk.tenant.as.owner);
    const token = await createToken(desk.tenant.as.owner, readScopes);
    const { paths = {} } = createApiDocument();
    const all = new Set([...apiRoutes, ...apiWrites].map(({ path }) => path));
    expect(Object.keys(paths).sort()).toEqual([...all].sort());
    for (const route of apiRoutes) {
      const response = await send(toPath(route, ids), { token });
      expect([route.path, response.status]).toEqual([route.path, 200]);
      const body: unknown = await response.json();
      // A field that the schema doesn't have would be left out of what it returns.
      expect([route.path, route.response.parse(body)]).toEqual([route.path, body]);
      if (typeof body === 'object' && body !== null && 'data' in body)
        expect([route.path, body.data]).not.toEqual([route.path, []]);
    }
  });

  test('needs a token and its own scope, and names it', async () => {
    const ids = await fill();
    for (const route of apiRoutes) {
      const path = toPath(route, ids);
      const anonymous = await send(path, { headers: { cookie: 'next-auth.session-token=x' } });
      expect((await readProblem(anonymous)).code).toBe('unauthenticated');
      expect(anonymous.headers.get('www-authenticate')).toBe('Bearer realm="countinghouse"');
    }
    await addFactor(desk.tenant.as.owner);
    for (const scope of new Set(apiRoutes.map((route) => route.scope))) {
      const token = await createToken(
        desk.tenant.as.owner,
        readScopes.filter((one) => one !== scope),
      );
      for (const route of apiRoutes.filter((one) => one.scope === scope)) {
        const response = await send(toPath(route, ids), { token });
        expect(await readProblem(response)).toMatchObject({ code: 'missing-scope', scope });
        expect(response.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
      }
    }
  });

  test('shows nothing of another business, and refuses other methods', async () => {
    const ids = await fill();
    await addFactor(desk.tenant.as.owner);
    const token = await createToken(desk.tenant.as.owner, readScopes);
    const foreign = await createBusiness();
    for (const route of apiRoutes) {
      const path = toPath(route, ids);
      expect((await readProblem(await send(`${path}?business=${foreign}`, { token }))).code).toBe(
        'not-found',
      );
      const refused = await send(path, { token, method: 'DELETE' });
      expect((await readProblem(refused)).code).toBe('method-not-allowed');
      const writes = apiWrites.some((write) => write.path === route.path);
      expect(refused.headers.get('allow')).toBe(writes ? 'GET, HEAD, POST' : 'GET, HEAD');
      if (path !== route.path)
        for (const id of [randomUUID(), 'x', '%00', '%ff', '..', encodeURIComponent("' OR 1=1")])
          expect((await send(route.path.replace('{id}', id), { token })).status).toBe(404);
    }
  });
});

describe('a token', () => {
  test.each([
    ['empty', ''],
    ['cut off', 'ch_'],
    ['made up', `ch_${'0'.repeat(49)}`],
    ['very long', 'x'.repeat(10_000)],
    ['followed by another', `ch_${'0'.repeat(49)} ch_${'0'.repeat(49)}`],
  ])('that is %s is refused', async (_kind, token) => {
    expect((await readProblem(await send('/payments', { token }))).code).toBe('unauthenticated');
  });

  test('that expired or was revoked is refused, with the reason', async () => {
    const token = await createToken(desk.tenant.as.finance);
    const where = { personId: desk.tenant.as.finance.actor.personId };
    expect((await send('/payments', { token })).status).toBe(200);
    await database().apiToken.updateMany({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
    const expired = await send('/payments', { token });
    expect((await readProblem(expired)).code).toBe('token-expired');
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"');
    await database().apiToken.updateMany({ where, data: { revokedAt: new Date() } });
    expect((await readProblem(await send('/payments', { token }))).code).toBe('token-revoked');
  });

  test('loses what the role of its maker loses', async () => {
    const token = await createToken(desk.tenant.as.owner, ['payments:read', 'risk:read']);
    const depositId = (await fill())['deposits'];
    // Its maker has no second factor.
    expect((await readProblem(await send(`/deposits/${depositId}/risk`, { token }))).code).toBe('forbidden');
    await addFactor(desk.tenant.as.owner);
    expect((await send(`/deposits/${depositId}/risk`, { token })).status).toBe(200);
    const views = await database().auditEntry.count({
      where: { chainId: desk.tenant.businessId, action: 'deposit-risk.view' },
    });
    expect(views).toBe(1);
    await database().membership.updateMany({
      where: { personId: desk.tenant.as.owner.actor.personId },
      data: { role: 'finance' },
    });
    expect((await readProblem(await send(`/deposits/${depositId}/risk`, { token }))).code).toBe('forbidden');
    expect((await send('/payments', { token })).status).toBe(200);
  });

  test('works and counts only from its addresses, and records its last use', async () => {
    const token = await createToken(desk.tenant.as.finance, ['payments:read'], {
      addresses: '198.51.100.7/24 2001:db8::/32 10.0.0.1',
    });
    const from = (address: string) =>
      send('/payments', { token, headers: { 'x-forwarded-for': address } }).then(({ status }) => status);
    expect(await from('192.0.2.1')).toBe(403);
    for (const address of ['unknown', '10.0.0.2', '::1', 'fe80::1%eth0', '999.1.1.1'])
      expect(await from(address)).toBe(403);
    const find = () =>
      database().apiToken.findFirst({ where: { personId: desk.tenant.as.finance.actor.personId } });
    expect(await find()).toMatchObject({ lastUsedAt: null });
    expect(await from('2001:db8:1::7')).toBe(200);
    expect(await find()).toMatchObject({ lastUsedFrom: '2001:db8:1::7' });
    expect(await from('::ffff:198.51.100.3')).toBe(200);
    expect(await from('10.0.0.1')).toBe(200);
    const last = await send('/payments', { token, headers: { 'x-forwarded-for': '198.51.100.255' } });
    expect(last.headers.get('ratelimit')).toMatch(/^"token";r=596;t=\d+$/);
  });

  test.each([
    ...[
      '::ffff:192.0.2.1',
      '::ffff:0:1.2.3.4',
      '2001:db8::192.0.2.1',
      '0:0:0:0:0:FFFF:1.2.3.4',
      '64:ff9b::1.2.3.4',
    ],
    ...[
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      'FE80::1',
      '::1/128',
      '::1.2.3.4/99',
      '1:2:3:4:5:6:7::/64',
      '10.1.2.3/8',
    ],
  ])('may be limited to %s, in every spelling that the form takes', async (addresses) => {
    const token = await createToken(desk.tenant.as.finance, ['payments:read'], { addresses });
    const from = (address: string) =>
      send('/payments', { token, headers: { 'x-forwarded-for': address } }).then(({ status }) => status);
    expect(await from('198.51.100.1')).toBe(403);
    const [own = ''] = addresses.split('/');
    expect(await from(own)).toBe(200);
  });

  test('has a budget, and its answer says what is left', async () => {
    const token = await createToken(desk.tenant.as.finance);
    const first = await send('/payments', { token });
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=600;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"token";r=599;t=\d+$/);
    await database().apiToken.updateMany({ data: { periodRequests: 600 } });
    const refused = await send('/payments', { token });
    expect((await readProblem(refused)).code).toBe('too-many-requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('with several businesses needs the name of one', async () => {
    const other = await createBusiness();
    const { personId } = desk.tenant.as.finance.actor;
    await database().membership.create({ data: { personId, businessId: other, role: 'finance' } });
    const { actor } = desk.tenant.as.finance;
    const both = {
      ...desk.tenant.as.finance,
      actor: { ...actor, roles: new Map([...actor.roles, [other, 'finance' as const]]) },
    };
    const token = await createToken(both, ['payments:read'], {
      businesses: [desk.tenant.businessId, other],
    });
    expect((await readProblem(await send('/payments', { token }))).code).toBe('business-required');
    expect((await readPage(await send(`/payments?business=${other}`, { token }))).data).toEqual([]);
  });
});

describe('a list', () => {
  test('has exact amounts, and pages by cursor without a gap', async () => {
    const { payments } = await fill();
    for (let n = 0; n < 5; n += 1) await insertPayment(desk.tenant.businessId);
    const token = await createToken(desk.tenant.as.finance);
    const ids: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const read = await readPage(await send(`/payments?limit=2${next}`, { token }));
      ids.push(...read.data.map((row) => row['paymentId']));
      cursor = read.nextCursor;
    }
    const count = await database().payment.count({ where: { businessId: desk.tenant.businessId } });
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    const found = await readPage(await send('/payments?clientPaymentId=Order%201', { token }));
    expect(found.data).toMatchObject([
      { paymentId: payments, expectedDisplayAmount: '0.100000000000000000000000000001' },
    ]);
    const cursor = (await readPage(await send('/payments?limit=1', { token }))).nextCursor;
    const elsewhere = await send(`/payments?limit=1&status=PAID&cursor=${cursor}`, { token });
    expect((await readProblem(elsewhere)).code).toBe('invalid-cursor');
  });

  test('gives what changed since a time, first changes first', async () => {
    const insert = (at: string) =>
      insertPayment(desk.tenant.businessId, {
        changedAt: new Date(at),
        sortAt: new Date('2026-11-01T00:00:00Z'),
      });
    await insert('2026-11-03T10:00:00.000Z');
    const late = await insert('2026-11-05T10:00:00.000Z');
    const edge = await insert('2026-11-04T10:00:00.000Z');
    const token = await createToken(desk.tenant.as.finance);
    const read = await readPage(await send('/payments?updated_since=2026-11-04T11:00:00%2B01:00', { token }));
    expect(read.data.map((row) => row['paymentId'])).toEqual([edge, late]);
    const sorted = (sort: string) =>
      send(`/payments?updated_since=2026-11-04T10:00:00Z&sort=${sort}`, { token });
    expect((await readPage(await sorted('oldest'))).data).toEqual(read.data);
    // Another order than the one that is answered isn't ignored.
    expect(await readProblem(await sorted('newest'))).toMatchObject({
      ...{ status: 400, code: 'invalid-request', errors: [{ parameter: 'sort' }] },
    });
  });

  test('gives a copy the change that is stored late, as the reference says', async () => {
    const { businessId } = desk.tenant;
    const token = await createToken(desk.tenant.as.finance);
    const newest = new Date('2026-11-04T10:00:00.000Z');
    await insertPayment(businessId, { changedAt: newest });
    const isFound = async (since: Date) =>
      (await readPage(await send(`/payments?updated_since=${since.toISOString()}`, { token }))).data.some(
        (row) => row['paymentId'] === late,
      );
    // A read that began first and ended last: the time of its change is its start.
    const late = await insertPayment(businessId, { changedAt: new Date(newest.getTime() - 30_000) });
    expect(await isFound(newest)).toBe(false);
    expect(await isFound(new Date(newest.getTime() - 5 * 60_000))).toBe(true);
    const { parameters = [] } = createApiDocument().paths?.['/payments']?.get ?? {};
    const described = parameters.flatMap((one) =>
      'name' in one && one.name === 'updated_since' ? [one.description] : [],
    );
    for (const text of [tApi('reference.updates'), ...described])
      expect(text).toContain('five minutes before your newest changedAt');
    expect(described).toHaveLength(1);
  });

  test('gives exceptions whose record or work changed since a time', async () => {
    const { businessId } = desk.tenant;
    const insert = (at: string) =>
      insertPayment(businessId, {
        ...{ coverage: 'under', changedAt: new Date(at), sortAt: new Date('2026-11-01T00:00:00Z') },
      });
    const worked = await insert('2026-11-03T10:00:00.000Z');
    const difference = {
      ...{ record: 'payment', recordId: worked, field: 'rateType', stored: 'FIXED', reported: 'FLOATING' },
      at: '2026-11-03T10:00:00.000Z',
    };
    await database().payment.updateMany({
      where: { businessId, paymentId: worked },
      data: { readDifferences: [difference] },
    });
    await insert('2026-11-03T11:00:00.000Z');
    const late = await insert('2026-11-05T10:00:00.000Z');
    await database().paymentException.create({
      data: {
        ...{ businessId, kind: 'payment', subjectId: worked, changedAt: new Date('2026-11-04T12:00:00Z') },
      },
    });
    const token = await createToken(desk.tenant.as.finance, ['exceptions:read']);
    const path = '/exceptions?work=open,resolved&limit=1&updated_since=2026-11-04T11:00:00%2B01:00';
    const first = await readPage(await send(path, { token }));
    const next = await readPage(await send(`${path}&cursor=${first.nextCursor}`, { token }));
    expect([...first.data, ...next.data]).toMatchObject([
      { id: worked, changedAt: '2026-11-04T12:00:00.000Z', differences: [difference] },
      { id: late, changedAt: '2026-11-05T10:00:00.000Z', differences: [] },
    ]);
    expect(next.nextCursor).toBeNull();
  });

  test('answers 304 to the ETag of the same bytes', async () => {
    const token = await createToken(desk.tenant.as.finance);
    const etag = (await send('/payments', { token })).headers.get('etag') ?? '';
    const again = await send('/payments', { token, headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    await insertPayment(desk.tenant.businessId);
    expect((await send('/payments', { token, headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

/** Values that programs send by mistake or on purpose. */
const naughty = [
  ...['', ' ', '\u0000', 'undefined', 'NULL', '-1', '1e400', 'NaN', '0x10', '9'.repeat(30), "' OR '1'='1"],
  ...[
    '{"a":1}',
    '[]',
    '../../etc/passwd',
    '%',
    '%zz',
    '\u202e',
    '\ud83d\ude00',
    'x'.repeat(3_000),
    ',,,',
    'a,b',
  ],
  ...[
    '<script>',
    '0000-00-00',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'EUR:1..',
  ],
  ...['EUR:..', 'EUR:1e5..', '2026-11-01..', 'last-7-days', 'since-2026-11-01T00:00:00.000Z', '__proto__'],
];

describe('bad input', () => {
  test('never fails a request: each parameter of each route answers data or the stated problem', async () => {
    const ids = await fill();
    await addFactor(desk.tenant.as.owner);
    const token = await createToken(desk.tenant.as.owner, readScopes);
    const { paths = {} } = createApiDocument();
    for (const route of apiRoutes) {
      const operation = paths[route.path]?.get;
      const names = (operation?.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
      );
      expect(names).toContain('business');
      for (const [index, name] of [...names, 'unknown', '__proto__', 'constructor'].entries()) {
        await resetBudget();
        // Each parameter gets some values, and neighboring ones get the others.
        for (const value of naughty.filter((_, at) => at % 12 === index % 12)) {
          const query = new URLSearchParams([[name, value]]).toString();
          const response = await send(`${toPath(route, ids)}?${query}`, { token });
          const said = `${route.path} ${name} ${value.slice(0, 40)}`;
          expect([said, [200, 400, 404].includes(response.status)]).toEqual([said, true]);
          expect(operation?.responses).toHaveProperty(String(response.status));
          if (response.status !== 200) await readProblem(response);
        }
      }
    }
  });

  test('names the parameters that are wrong', async () => {
    const token = await createToken(desk.tenant.as.finance);
    const response = await send('/payments?limit=0&paymentInitiatedAt=soon&status=PAID&page=2', { token });
    const { code, errors = [] } = await readProblem(response);
    expect(code).toBe('invalid-request');
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['limit', 'page']);
    const filter = await readProblem(await send('/payments?paymentInitiatedAt=soon', { token }));
    expect(filter.errors?.map(({ parameter }) => parameter)).toEqual(['paymentInitiatedAt']);
  });

  test.each([
    ...['/', '/payments/', '//payments', '/payments/x/y/z', '/reviews'],
    ...['/audit', '/constructor', '/%2e%2e'],
  ])('answers 404 for the unknown address %s', async (path) => {
    const token = await createToken(desk.tenant.as.finance);
    expect((await readProblem(await send(path, { token }))).code).toBe('not-found');
  });

  beforeEach(resetBudget);
});
