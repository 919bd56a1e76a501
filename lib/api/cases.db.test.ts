import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { listObjectAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { addFactor, createApiFixture, readPage, readProblem, send } from './testing/api-fixture.ts';

const desk = createStatementFixture();
const { fill, createToken } = createApiFixture(desk);

test('cases are for roles that work on them, with a second factor, and show no risk detail', async () => {
  const { cases, deposits } = await fill();
  const { owner, finance } = desk.tenant.as;
  await expect(createToken(finance, ['cases:read'])).rejects.toMatchObject({ code: 'forbidden' });
  const token = await createToken(owner, ['cases:read']);
  expect((await readProblem(await send('/cases', { token }))).code).toBe('forbidden');
  await addFactor(owner);
  const { data } = await readPage(await send('/cases', { token }));
  expect(data).toMatchObject([{ caseId: cases, subjectId: deposits, state: 'open' }]);
  expect(JSON.stringify(data)).not.toMatch(/mixer|0\.93/);
  for (const filter of ['risk=entities', 'category=mixer', 'score=1..2', 'cases=ended'])
    expect((await readProblem(await send(`/cases?${filter}`, { token }))).code).toBe('invalid-request');
  expect((await readPage(await send('/cases?queue=decided', { token }))).data).toEqual([]);
  // A decision, a disagreement with it, and a case that only a proposal keeps from others say who is reported.
  const views = ['queue=second', 'queue=disagrees', 'queue=unassigned'];
  for (const filter of ['decision=report', 'decision=clear', 'disagreesAt=2026-11-01..', ...views])
    expect((await readProblem(await send(`/cases?${filter}`, { token }))).code).toBe('invalid-request');
  // Reports to authorities and watch lists have no address.
  for (const path of ['/reports', '/watches', `/cases/${cases}/reports`, `/cases/${cases}/notes`])
    expect((await send(path, { token })).status).toBe(404);
});

test('no field, order or page of cases says that a report to an authority is proposed or made', async () => {
  const { cases } = await fill();
  await addFactor(desk.tenant.as.owner);
  const token = await createToken(desk.tenant.as.owner, ['cases:read', 'risk:read']);
  const read = async () =>
    z.record(z.string(), z.unknown()).parse(await (await send(`/cases/${cases}`, { token })).json());
  const before = await read();
  const setState = (state: 'proposed' | 'decided') =>
    database().$transaction([
      // Otherwise only a decision changes the state.
      database().$executeRaw`SET LOCAL session_replication_role = replica`,
      database().reviewCase.updateMany({ where: { caseId: cases ?? '' }, data: { state } }),
    ]);
  await setState('proposed');
  expect(await read()).toEqual(before);
  expect((await readPage(await send('/cases?queue=open', { token }))).data).toEqual([before]);
  await setState('decided');
  const decided = await read();
  expect(decided).toMatchObject({ state: 'decided' });
  expect(Object.keys(decided)).not.toContain('decision');
  expect(Object.keys(decided)).not.toContain('disagreement');
});

const addCase = (hours: number, changes: object = {}) => {
  const openedAt = new Date(Date.parse('2026-11-02T10:00:00Z') + hours * 3_600_000);
  return database().reviewCase.create({
    data: {
      ...{ businessId: desk.tenant.businessId, subjectKind: 'deposit', subjectId: randomUUID() },
      ...{ openedAt, dueAt: openedAt, changedAt: openedAt, ...changes },
    },
  });
};

test('cases come by time in every state, and neither order nor cursor says the risk', async () => {
  await fill();
  await addFactor(desk.tenant.as.owner);
  await addCase(1, { riskWeight: 900, riskScore: '0.77', riskScoreNumber: 0.77 });
  await addCase(2, { snoozedUntil: new Date(Date.now() + 3_600_000), riskWeight: 5 });
  const { caseId } = await addCase(3, { riskWeight: 400 });
  await database().$transaction([
    // Otherwise only a decision decides a case.
    database().$executeRaw`SET LOCAL session_replication_role = replica`,
    database().reviewCase.updateMany({ where: { caseId }, data: { state: 'decided' } }),
  ]);
  await addCase(4, { eur: 7 });
  const token = await createToken(desk.tenant.as.owner, ['cases:read']);
  for (const sort of ['newest', 'oldest']) {
    const times: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const read = await readPage(await send(`/cases?limit=2&sort=${sort}${next}`, { token }));
      times.push(...read.data.map((row) => row['openedAt']));
      cursor = read.nextCursor;
      const last = read.data.at(-1);
      const position = Buffer.from(cursor ?? '', 'base64url')
        .toString()
        .split('~')
        .slice(0, 2);
      if (cursor !== null) expect(position).toEqual([String(last?.['number']), last?.['caseId']]);
    }
    expect(times).toHaveLength(5);
    expect(times).toEqual(sort === 'oldest' ? times.toSorted() : times.toSorted().reverse());
  }
  const only = async (queue: string) =>
    (await readPage(await send(`/cases?queue=${queue}`, { token }))).data.length;
  expect([await only('open'), await only('snoozed'), await only('decided')]).toEqual([3, 1, 1]);
});

test('cases name reasons about risk and rules only with the scope of risk detail', async () => {
  const { cases } = await fill();
  await addFactor(desk.tenant.as.owner);
  const addFact = (kind: string, changes: object = {}) =>
    database().reviewFact.create({
      data: {
        ...{ businessId: desk.tenant.businessId, caseId: cases ?? '', kind, seenAt: new Date(), detail: {} },
        ...changes,
      },
    });
  await addFact('deposit-blocked');
  await addFact('risk-score', { endedAt: new Date() });
  await addFact(`rule:${randomUUID()}`, { detail: { rule: { name: 'Score over 80' } } });
  const read = async (scopes: readonly ApiScope[]) => {
    const token = await createToken(desk.tenant.as.owner, scopes);
    const { reasons, endedReasons } = z
      .looseObject({ reasons: z.unknown(), endedReasons: z.unknown() })
      .parse(await (await send(`/cases/${cases}`, { token })).json());
    return { reasons, endedReasons, filtered: await send('/cases?reason=risk-entity', { token }) };
  };
  const plain = await read(['cases:read']);
  const blocked = { kind: 'deposit-blocked', rule: null };
  expect(plain).toMatchObject({ reasons: [blocked, { kind: 'rule', rule: null }], endedReasons: [] });
  expect(await readProblem(plain.filtered)).toMatchObject({ code: 'missing-scope', scope: 'risk:read' });
  const whole = await read(['cases:read', 'risk:read']);
  expect(whole.reasons).toContainEqual({ kind: 'risk-entity', rule: null });
  expect(whole.reasons).toContainEqual({ kind: 'rule', rule: 'Score over 80' });
  expect(whole.endedReasons).toEqual([{ kind: 'risk-score', rule: null }]);
  expect((await readPage(whole.filtered)).data).toHaveLength(1);
});

test('cases that changed come by the time of their change, with the scope of risk detail', async () => {
  const { cases } = await fill();
  await addFactor(desk.tenant.as.owner);
  const early = await addCase(1, { changedAt: new Date('2026-11-05T10:00:00.000Z'), riskWeight: 900 });
  const late = await addCase(2, { changedAt: new Date('2026-11-06T10:00:00.000Z') });
  const edge = await addCase(3, { changedAt: new Date('2026-11-04T10:00:00.000Z'), riskWeight: 5 });
  const token = await createToken(desk.tenant.as.owner, ['cases:read', 'risk:read']);
  const ids: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const since = 'updated_since=2026-11-04T11:00:00%2B01:00';
    const read = await readPage(await send(`/cases?${since}&limit=1${next}`, { token }));
    ids.push(...read.data.map((row) => row['caseId']));
    cursor = read.nextCursor;
    const position = Buffer.from(cursor ?? '', 'base64url')
      .toString()
      .split('~');
    const [last] = read.data;
    if (cursor !== null)
      expect(position.slice(0, 2)).toEqual([
        `${Date.parse(String(last?.['changedAt'])) * 1_000}`,
        last?.['caseId'],
      ]);
  }
  expect(ids).toEqual([edge.caseId, early.caseId, late.caseId]);
  // A reason about risk changes a case, too, so its time is risk detail.
  const plain = await createToken(desk.tenant.as.owner, ['cases:read']);
  for (const query of ['updated_since=2026-11-04T10:00:00Z', 'changedAt=2026-11-04..'])
    expect(await readProblem(await send(`/cases?${query}`, { token: plain }))).toMatchObject({
      ...{ code: 'missing-scope', scope: 'risk:read' },
    });
  const [row] = (await readPage(await send('/cases?sort=oldest&limit=1', { token: plain }))).data;
  expect(row).toMatchObject({ caseId: cases, changedAt: null });
});

test('cases are in the audit log with the token, once for each record and for each list', async () => {
  const { cases } = await fill();
  await addCase(1);
  await addFactor(desk.tenant.as.owner);
  const token = await createToken(desk.tenant.as.owner, ['cases:read']);
  const { nextCursor } = await readPage(await send('/cases?limit=1', { token }));
  const second = `/cases?limit=1&cursor=${nextCursor}`;
  for (const path of [second, '/cases?queue=open', `/cases/${cases}`, `/cases/${cases}`])
    expect((await send(path, { token })).status).toBe(200);
  const entries = await database().auditEntry.findMany({
    where: { chainId: desk.tenant.businessId, objectType: { in: ['list', 'review-case'] } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    { action: 'review-case.fetch', objectId: 'reviews', after: { filters: {} } },
    { action: 'review-case.fetch', objectId: 'reviews', after: { filters: { queue: 'open' } } },
    { action: 'review-case.fetch', objectType: 'review-case', objectId: cases },
  ]);
  const tokens = await database().apiToken.findMany({
    where: { personId: desk.tenant.as.owner.actor.personId },
  });
  for (const { after } of entries) expect(after).toMatchObject({ apiToken: tokens[0]?.tokenId });
  // A program that asks often hides nothing of the history of a case.
  expect(await listObjectAudit(desk.tenant.businessId, 'review-case', [cases ?? ''])).toEqual([]);
});
