import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { apiScopes } from '#lib/access/model-api-scopes.ts';
import { createApiToken, rerollApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listTokenProposals } from '#lib/api-tokens/index.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { listWaitingPayments } from '#lib/creation-limits/index.ts';
import { createLimitFixture } from '#lib/creation-limits/testing/limit-fixture.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { answerApiRequest, apiWrites, createApiDocument, listApiOperations } from './index.ts';
import type { ApiWrite } from './route.ts';
import { readProblem } from './testing/api-fixture.ts';

const desk = createLimitFixture(() => startFakeService());
const writeScopes = [...new Set(apiWrites.map(({ scope }) => scope))];

/** Creates a token of the owner. Another owner approves it, unless there is none. */
async function createToken(scopes: readonly ApiScope[] = writeScopes, { isApproved = true } = {}) {
  const { businessId, as } = desk.tenant;
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'A shop', scopes, businesses: [businessId], days: '90', addresses: '' },
  });
  const { token } = await createApiToken(as.owner, form);
  for (const { proposalId } of isApproved ? await listTokenProposals(desk.second, businessId) : [])
    await decideApiToken(desk.second, { businessId, proposalId, answer: 'approve', comment: '' });
  return token;
}

type Options = {
  readonly token?: string;
  readonly key?: string | null;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
};

function send(path: string, options: Options = {}): Promise<Response> {
  const { token, key = randomUUID(), body, raw, headers = {}, method = 'POST' } = options;
  testRequest.headers = new Headers({
    ...{ 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json', ...headers },
    ...(key !== null && { 'idempotency-key': key }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  const content = raw ?? JSON.stringify(body ?? {});
  const request = new Request(`http://localhost:3000/api/v1${path}`, {
    ...{ method, headers: testRequest.headers },
    ...(method === 'POST' && { body: content }),
  });
  return answerApiRequest(request);
}

const anything = z.looseObject({});
const readData = async (response: Response) => anything.parse(await response.json());

const payment = (more: Record<string, unknown> = {}) => ({
  ...{ clientPaymentId: `ORDER-${randomUUID()}`, amount: '49.90', displayCurrency: 'EUR' },
  ...more,
});

/** Inserts records of every kind. Returns the path and a valid body of each write. */
async function listWrites(): Promise<
  readonly { readonly write: ApiWrite; readonly path: string; readonly body: Record<string, unknown> }[]
> {
  const { businessId } = desk.tenant;
  const paymentId = await insertPayment(businessId, {
    ...{ clientPaymentId: randomUUID(), status: 'PAID', recordSeen: true, coverage: 'under' },
    ...{ displayCurrency: 'EUR', expectedDisplayAmount: '50', actualDisplayAmount: '40' },
    ...{ paymentInitiatedAt: new Date(), depositCount: 1, confirmedDepositCount: 1 },
  });
  const ids: Readonly<Record<string, string>> = {
    ...{ payments: paymentId, exceptions: paymentId },
    deposits: await insertDeposit(businessId, paymentId, { depositCurrency: 'ETH', depositAmount: '1' }),
    withdrawals: await insertWithdrawal(businessId, { displayCurrency: 'EUR', actualDisplayAmount: '5' }),
  };
  const bodies: Readonly<Record<string, Record<string, unknown>>> = {
    payments: payment(),
    notes: { text: 'From the shop' },
    labels: { name: 'Shop' },
    resolve: { reason: 'refunded', reasons: ['under'] },
  };
  return apiWrites.map((write) => ({
    write,
    path: write.path.replace('{id}', ids[write.path.split('/')[1] ?? ''] ?? ''),
    body: bodies[write.path.split('/').at(-1) ?? ''] ?? {},
  }));
}

describe('every write', () => {
  test('is in the OpenAPI document, answers as it says, and is audited with the token and its maker', async () => {
    const token = await createToken();
    const { personId } = desk.tenant.as.owner.actor;
    const { tokenId } = await database().apiToken.findFirstOrThrow({ where: { personId } });
    const { paths = {} } = createApiDocument();
    for (const { write, path, body } of await listWrites()) {
      const before = await database().auditEntry.count({ where: { chainId: desk.tenant.businessId } });
      const key = randomUUID();
      const first = await send(path, { token, key, body });
      const data: unknown = await first.json();
      expect([write.path, first.status, data]).toEqual([write.path, 201, write.response.parse(data)]);
      const again = await send(path, { token, key, body });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(await again.json()).toEqual(data);
      const other = await send(path, { token, key, body: { ...body, ...changeField(body) } });
      expect((await readProblem(other)).code).toBe('idempotency-mismatch');
      const entries = await database().auditEntry.findMany({
        where: { chainId: desk.tenant.businessId },
        orderBy: { sequence: 'asc' },
        skip: before,
      });
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries)
        expect(entry).toMatchObject({ actorId: personId, after: { apiToken: tokenId } });
      const described = listApiOperations().find((one) => one.method === 'POST' && one.path === write.path);
      expect(described?.parameters.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['business', 'Idempotency-Key', ...Object.keys(body)]),
      );
      const responses = paths[write.path]?.post?.responses ?? {};
      for (const status of [200, 201, 422]) expect(responses).toHaveProperty(String(status));
    }
  });

  test('needs a token, its own scope, a key, and a record of the business', async () => {
    const all = await createToken();
    const foreign = await createBusiness();
    for (const { write, path, body } of await listWrites()) {
      expect((await readProblem(await send(path, { body }))).code).toBe('unauthenticated');
      const token = await createToken(
        apiScopes.filter((scope) => scope !== write.scope && scope !== 'directory:write'),
      );
      const missing = await send(path, { token, body });
      expect(await readProblem(missing)).toMatchObject({ code: 'missing-scope', scope: write.scope });
      const keyless = await send(path, { token: all, body, key: null });
      expect((await readProblem(keyless)).code).toBe('idempotency-key-required');
      const elsewhere = await send(`${path}?business=${foreign}`, { token: all, body });
      expect(elsewhere.status).toBe(404);
      if (path === write.path) continue;
      const unknown = await send(write.path.replace('{id}', randomUUID()), { token: all, body });
      expect((await readProblem(unknown)).code).toBe('not-found');
    }
    expect(await database().recordNote.count({ where: { businessId: desk.tenant.businessId } })).toBe(0);
    expect(desk.service.requests).toEqual([]);
  });

  test('refuses bodies that can’t be read', async () => {
    const token = await createToken();
    for (const { path } of await listWrites()) {
      const read = async (options: Options) =>
        (await readProblem(await send(path, { token, ...options }))).code;
      expect(await read({ raw: '{' })).toBe('invalid-json');
      expect(await read({ raw: '' })).toBe('invalid-json');
      expect(await read({ raw: '[]' })).toBe('invalid-request');
      expect(await read({ raw: 'null' })).toBe('invalid-request');
      expect(await read({ raw: '['.repeat(10_000) })).toBe('invalid-json');
      expect(await read({ raw: `{"text":"${'x'.repeat(70_000)}"}` })).toBe('too-large');
      expect(await read({ headers: { 'content-type': 'text/plain' } })).toBe('unsupported-media-type');
      expect(await read({ headers: { 'content-encoding': 'gzip' } })).toBe('unsupported-media-type');
      expect(await read({ raw: '{"__proto__":{"a":1},"unknown":1}' })).toBe('invalid-request');
    }
  });
});

/** Another value of one field. */
function changeField(body: Record<string, unknown>): Record<string, unknown> {
  if ('text' in body) return { text: 'Another text' };
  if ('name' in body) return { name: 'Another label' };
  return 'amount' in body ? { amount: '50' } : { note: 'Another note' };
}

test('of two requests with one key and different bodies, one is refused', async () => {
  const token = await createToken(['notes:write']);
  const paymentId = await insertPayment(desk.tenant.businessId);
  const key = randomUUID();
  const responses = await Promise.all(
    ['One', 'Two', 'Three'].map((text) =>
      send(`/payments/${paymentId}/notes`, { token, key, body: { text } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
});

describe('a payment', () => {
  test('is requested once, however many requests have its key at the same time', async () => {
    const token = await createToken(['payments:write']);
    const body = payment();
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => send('/payments', { token, key, body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const ids = await Promise.all(
      responses.map(async (response) => (await readData(response))['paymentRequestId']),
    );
    expect(new Set(ids).size).toBe(1);
    expect(desk.service.requests).toHaveLength(1);
    const again = await readData(await send('/payments', { token, key, body }));
    expect(again).toMatchObject({ state: 'CREATED', clientPaymentId: body.clientPaymentId });
    expect(again['paymentUrl']).toMatch(/^https:/);
  });

  test('sends the digits of the request', async () => {
    const token = await createToken(['payments:write']);
    const body = { depositCurrency: 'USDT', network: 'TRX', amount: '0.100000000000000001' };
    const sent = { clientPaymentId: 'C-1', ...body, type: 'REUSABLE' };
    expect((await send('/payments', { token, body: sent })).status).toBe(201);
    expect(desk.service.requests[0]?.body).toContain('"depositAmount":"0.100000000000000001"');
  });

  test('that was refused leaves its key free, and names the field', async () => {
    const token = await createToken(['payments:write']);
    const key = randomUUID();
    const body = payment({ amount: '1,50' });
    const refused = await readProblem(await send('/payments', { token, key, body }));
    expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ parameter: 'amount' }] });
    expect((await send('/payments', { token, key, body: { ...body, amount: '1.50' } })).status).toBe(201);
    const taken = await readProblem(await send('/payments', { token, body: { ...body, amount: '1.50' } }));
    expect(taken).toMatchObject({ code: 'conflict', errors: [{ parameter: 'clientPaymentId' }] });
    const both = payment({ depositCurrency: 'USDT', network: 'TRX' });
    expect((await readProblem(await send('/payments', { token, body: both }))).code).toBe('invalid-request');
  });

  test('keeps its key when the token is rerolled', async () => {
    const token = await createToken(['payments:write']);
    const key = randomUUID();
    const body = payment();
    expect((await send('/payments', { token, key, body })).status).toBe(201);
    const { businessId, as } = desk.tenant;
    const { tokenId } = await database().apiToken.findFirstOrThrow({
      where: { personId: as.owner.actor.personId },
    });
    const next = await rerollApiToken(as.owner, { businessId, tokenId, overlapHours: 0 });
    expect((await send('/payments', { token: next.token, key, body })).status).toBe(200);
    expect(desk.service.requests).toHaveLength(1);
  });

  test('above the limit waits, and neither the maker nor the approver of the token approves it', async () => {
    await desk.setLimit('100');
    const token = await createToken(['payments:write']);
    const response = await send('/payments', { token, body: payment({ amount: '250' }) });
    expect([response.status, await readData(response)]).toMatchObject([201, { state: 'PROPOSED' }]);
    expect(desk.service.requests).toEqual([]);
    const { businessId, as } = desk.tenant;
    const { proposalId } = await database().proposal.findFirstOrThrow({
      where: { businessId, kind: 'payment' },
    });
    const [seen] = await listWaitingPayments(desk.second, businessId);
    expect(seen?.blocks).toMatchObject([{ reason: 'token' }]);
    for (const approver of [as.owner, desk.second])
      await expect(desk.answer(approver, proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    // The database refuses it as well.
    await expect(desk.storeAnswer(proposalId, 'final', desk.second)).rejects.toThrow();
    const { personId } = as.compliance.actor;
    const hour = 3_600_000;
    await database().membership.updateMany({
      where: { businessId, personId },
      data: {
        deputyForId: desk.second.actor.personId,
        deputyFrom: new Date(Date.now() - hour),
        deputyUntil: new Date(Date.now() + hour),
      },
    });
    const { actor } = as.compliance;
    const deputy = { ...as.compliance, actor: { ...actor, deputyAt: new Set([businessId]) } };
    await expect(desk.answer(deputy, proposalId, 'approve')).rejects.toMatchObject({
      message: expect.stringContaining('deputy'),
    });
    await expect(desk.storeAnswer(proposalId, 'final', deputy)).rejects.toThrow('not independent');
    // An approver of the token gave this person access lately, which counts as if they had proposed it.
    const newcomer = await createPerson(new Map([[businessId, 'finance' as const]]));
    await database().accessGrant.create({
      data: {
        ...{ businessId, personId: newcomer.actor.personId, grantedById: desk.second.actor.personId },
        ...{ kind: 'role', grantedAt: new Date() },
      },
    });
    await expect(desk.answer(newcomer, proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(desk.storeAnswer(proposalId, 'final', newcomer)).rejects.toThrow('not independent');
    await desk.answer(as.finance, proposalId, 'approve');
    expect(desk.service.requests).toHaveLength(1);
  });

  test('that a revoked token proposed isn’t approved', async () => {
    await desk.setLimit('100');
    const token = await createToken(['payments:write']);
    await send('/payments', { token, body: payment({ amount: '250' }) });
    const { businessId, as } = desk.tenant;
    const { proposalId } = await database().proposal.findFirstOrThrow({
      where: { businessId, kind: 'payment' },
    });
    await database().apiToken.updateMany({
      where: { personId: as.owner.actor.personId },
      data: { revokedAt: new Date() },
    });
    await expect(desk.answer(as.finance, proposalId, 'approve')).rejects.toMatchObject({
      message: expect.stringContaining('revoked'),
    });
    await desk.answer(as.finance, proposalId, 'decline');
    expect(desk.service.requests).toEqual([]);
  });
});

describe('a token of the only owner', () => {
  test('writes after 72 hours, and never above the limits', async () => {
    await desk.setLimit('100');
    await database().membership.updateMany({
      where: { personId: desk.second.actor.personId },
      data: { disabledAt: new Date() },
    });
    const token = await createToken(['payments:write']);
    const early = await send('/payments', { token, body: payment() });
    expect((await readProblem(early)).code).toBe('missing-scope');
    const where = { personId: desk.tenant.as.owner.actor.personId };
    const { writesFrom, createdAt } = await database().apiToken.findFirstOrThrow({ where });
    expect(Math.round((Number(writesFrom) - Number(createdAt)) / 3_600_000)).toBe(72);
    await database().apiToken.updateMany({ where, data: { writesFrom: new Date(Date.now() - 1_000) } });
    expect((await send('/payments', { token, body: payment() })).status).toBe(201);
    const above = await send('/payments', { token, body: payment({ amount: '100.01' }) });
    expect(await readProblem(above)).toMatchObject({
      code: 'forbidden',
      detail: expect.stringMatching(/limit/),
    });
    expect(desk.service.requests).toHaveLength(1);
  });

  test('creates nothing while the business has no limit', async () => {
    await database().membership.updateMany({
      where: { personId: desk.second.actor.personId },
      data: { disabledAt: new Date() },
    });
    const token = await createToken(['payments:write']);
    const where = { personId: desk.tenant.as.owner.actor.personId };
    await database().apiToken.updateMany({ where, data: { writesFrom: new Date(Date.now() - 1_000) } });
    const refused = await readProblem(await send('/payments', { token, body: payment() }));
    expect(refused).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(/limit/) });
    expect(desk.service.requests).toEqual([]);
    await desk.setLimit('100');
    expect((await send('/payments', { token, body: payment() })).status).toBe(201);
  });
});

describe('a token that waits for another owner', () => {
  test('reads, and doesn’t write', async () => {
    const token = await createToken(['payments:read', 'payments:write'], { isApproved: false });
    expect((await send('/payments', { token, method: 'GET' })).status).toBe(200);
    const refused = await send('/payments', { token, body: payment() });
    expect(await readProblem(refused)).toMatchObject({ code: 'missing-scope', scope: 'payments:write' });
  });
});

describe('a view of risk by a program', () => {
  test('has an entry of its own, minutes after one of the maker', async () => {
    const { businessId, as } = desk.tenant;
    const { personId } = as.owner.actor;
    const paymentId = await insertPayment(businessId, {});
    const depositId = await insertDeposit(businessId, paymentId, {});
    await database().depositRisk.create({
      data: { businessId, depositId, riskScore: '0.9', assessment: {} },
    });
    await database().secondFactor.create({
      data: {
        ...{ factorId: randomUUID(), personId, kind: 'totp', keyId: 'key', secret: new Uint8Array(48) },
        ...{ createdAt: new Date(), confirmedAt: new Date() },
      },
    });
    await database().session.updateMany({ where: { personId }, data: { factorVerifiedAt: new Date() } });
    const token = await createToken(['risk:read']);
    await viewDepositRisk(as.owner, businessId, [depositId]);
    for (let n = 0; n < 2; n += 1)
      expect((await send(`/deposits/${depositId}/risk`, { token, method: 'GET' })).status).toBe(200);
    const entries = await database().auditEntry.findMany({
      where: { chainId: businessId, action: 'deposit-risk.view' },
      orderBy: { sequence: 'asc' },
    });
    const { tokenId } = await database().apiToken.findFirstOrThrow({ where: { personId } });
    expect(entries.map(({ after }) => after)).toEqual([null, { apiToken: tokenId }]);
  });
});
