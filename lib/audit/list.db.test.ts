import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportList } from '#lib/exports/index.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { selectAuditDefinition } from './list-definition.ts';
import { countAudit, listAudit, listAuditPeople, readAuditEntry } from './list-queries.ts';
import { auditList } from './schema.ts';
import { auditActions, auditAreas, auditObjects } from './schema-choices.ts';
import { writeAudit } from './write-audit.ts';

let tenant: Tenant;
let other: Tenant;
/** A member of both businesses. */
let both: Context<PersonActor>;
/** A member of the other business only. */
let stranger: Context<PersonActor>;

const writeEntry = (who: Tenant, action: string, objectId: string, before?: unknown) =>
  inTransaction((transaction) =>
    writeAudit(transaction, who.as.owner, {
      businessId: who.businessId,
      action,
      objectType: 'thing',
      objectId,
      before,
      after: { formula: '=1+1' },
    }),
  );

const writeSignIn = (who: Context<PersonActor>, action = 'session.open') =>
  inTransaction((transaction) =>
    writeAudit(transaction, who, {
      businessId: null,
      action,
      objectType: 'person',
      objectId: who.actor.personId,
      after: { address: '192.0.2.7' },
    }),
  );

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  both = await createPerson(
    new Map([
      [tenant.businessId, 'compliance'],
      [other.businessId, 'viewer'],
    ]),
  );
  stranger = await createPerson(new Map([[other.businessId, 'owner']]));
  for (let n = 0; n < 55; n += 1) await writeEntry(tenant, 'payment.create', `thing-${n}`, { n });
  await writeEntry(tenant, 'review-case.note', '=cmd');
  await writeEntry(other, 'payment.create', 'strange');
  await writeSignIn(tenant.as.viewer);
  await writeSignIn(both);
  await writeSignIn(stranger);
  // A refused sign-in has the system as its actor.
  await inTransaction((transaction) =>
    writeAudit(transaction, systemContext('sign-in'), {
      businessId: null,
      action: 'session.refuse',
      objectType: 'person',
      objectId: both.actor.personId,
      after: { email: 'unknown' },
    }),
  );
});

const parseQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(auditList, (name) => parameters.get(name)).query;
};
const list = (address = '', who: Context<PersonActor> = tenant.as.compliance, of = tenant) =>
  listAudit(who, of.businessId, parseQuery(address));
const listActions = async (address: string) => (await list(address)).rows.map((row) => row.action);

test('lists newest first, page after page and back, each entry once, of this business alone', async () => {
  const first = await list();
  const second = await list(`after=${first.after}`);
  expect([first.rows.length, second.rows.length, second.after]).toEqual([50, 9, null]);
  const rows = [...first.rows, ...second.rows];
  expect(new Set(rows.map((row) => row.entryId)).size).toBe(59);
  expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((one, two) => two - one));
  expect(rows.map((row) => row.objectId)).not.toContain('strange');
  expect((await list(`before=${second.before}`)).rows).toEqual(first.rows);
  expect((await countAudit(tenant.as.owner, tenant.businessId, parseQuery(''))).count).toBe(59);
  // A cursor of one business's log is not valid in another's.
  const theirs = await list(`after=${first.after}`, other.as.owner, other);
  expect(theirs.isCursorInvalid).toBe(true);
});

test('lists sign-ins of members since they joined, and of no one else', async () => {
  const { rows } = await list('area=session');
  expect(rows.map((row) => [row.action, row.objectId, row.chain])).toEqual([
    ['session.refuse', both.actor.personId, 'sign-ins'],
    ['session.open', both.actor.personId, 'sign-ins'],
    ['session.open', tenant.as.viewer.actor.personId, 'sign-ins'],
  ]);
  expect(rows[0]).toMatchObject({ actor: { kind: 'system', name: 'sign-in' }, objectName: 'compliance' });
  const theirs = (await list('area=session', other.as.owner, other)).rows.map((row) => row.objectId);
  expect(theirs).toEqual([both, stranger, both].map((who) => who.actor.personId).toSorted(() => 0));
  // Sign-ins before a person joined or after they left are not listed.
  const late = await createPerson(new Map([[other.businessId, 'viewer']]));
  await writeSignIn(late);
  const joined = new Date(Date.now() + 1_000);
  await database().membership.create({
    data: { businessId: tenant.businessId, personId: late.actor.personId, role: 'viewer', createdAt: joined },
  });
  const of = `actor=${late.actor.personId}`;
  expect((await list(of)).rows).toEqual([]);
  const after = { now: () => instant(joined.getTime() + 5) };
  await writeSignIn(createContext(late.actor, { clock: after }));
  expect((await list(of)).rows).toHaveLength(1);
  await database().membership.deleteMany({
    where: { businessId: tenant.businessId, personId: late.actor.personId },
  });
  expect((await list(of)).rows).toEqual([]);
});

test('filters by area, action, person, object, request and day, alone and together', async () => {
  expect((await list('area=review-case')).rows.map((row) => row.objectId)).toEqual(['=cmd']);
  expect(await listActions('action=session.open')).toEqual(['session.open', 'session.open']);
  const [entry] = (await list('object=thing-7')).rows;
  expect(entry?.objectId).toBe('thing-7');
  const chains = async (chain: string) =>
    new Set((await list(`chain=${chain}`)).rows.map((row) => row.chain));
  expect(await chains('sign-ins')).toEqual(new Set(['sign-ins']));
  expect(await chains('business')).toEqual(new Set(['business']));
  expect(await chains('another')).toEqual(new Set());
  const { requestId } = tenant.as.owner;
  expect(
    (await countAudit(tenant.as.owner, tenant.businessId, parseQuery(`request=${requestId}`))).count,
  ).toBe(56);
  expect((await list(`request=${requestId}&object=thing-7`)).rows).toHaveLength(1);
  expect((await list(`actor=${tenant.as.finance.actor.personId}`)).rows).toEqual([]);
  expect(await listActions('actor=system')).toEqual(['session.refuse']);
  expect((await list('objectType=person')).rows).toHaveLength(3);
  expect(await listActions('change=nothing')).toEqual([]);
  expect((await countAudit(tenant.as.owner, tenant.businessId, parseQuery('change=before'))).count).toBe(55);
  expect((await list('at=..2001-01-01')).rows).toEqual([]);
  expect((await list('at=today&q=thing-54')).rows).toHaveLength(1);
  expect((await list('q=thing-1')).rows).toHaveLength(11);
  expect((await list(`only=${entry?.entryId}`)).rows.map((row) => row.objectId)).toEqual(['thing-7']);
  expect((await list("at='; --&area=%&object=x%00y")).rows).toHaveLength(50);
});

test('reads a complete entry by its id, with values before and after and its position', async () => {
  const [row] = (await list('object=thing-7')).rows;
  const { businessId } = tenant;
  const entry = await readAuditEntry(tenant.as.compliance, businessId, row?.entryId ?? '');
  expect(entry).toMatchObject({ sequence: '8', before: '{\n    "n": 7\n}', chain: 'business' });
  expect(entry.after).toContain('"=1+1"');
  const [signIn] = (await list('action=session.open')).rows;
  expect((await readAuditEntry(tenant.as.owner, businessId, signIn?.entryId ?? '')).after).toContain(
    '192.0.2.7',
  );
  const [foreign] = (await list(`actor=${stranger.actor.personId}`, other.as.owner, other)).rows;
  for (const id of [foreign?.entryId ?? '', 'x', '00000000-0000-4000-8000-ffffffffffff'])
    await expect(readAuditEntry(tenant.as.owner, businessId, id)).rejects.toMatchObject({
      code: 'not-found',
    });
});

test('exports the filtered entries, guards formulas and audits the export', async () => {
  const readExport = async (address: string) => {
    const { body } = await exportList(tenant.as.owner, tenant.businessId, 'audit', parseQuery(address));
    return (await new Response(body).text()).trim().split('\r\n');
  };
  expect((await readExport('object=thing-7')).slice(1)).toEqual([expect.stringContaining('thing-7')]);
  const lines = await readExport('action=payment.create&sort=oldest');
  expect(lines.slice(1).map((line) => line.match(/thing-\d+/)?.[0])).toEqual(
    Array.from({ length: 55 }, (_, n) => `thing-${n}`),
  );
  expect((await readExport('area=review-case')).join()).toContain("'=cmd");
  expect((await readExport('area=session')).slice(1)).toHaveLength(3);
  expect(await listActions('area=audit')).toEqual(Array.from({ length: 4 }, () => 'audit.export'));
});

test('a file has the selected columns, and the log records them', async () => {
  const { body } = await exportList(
    tenant.as.owner,
    tenant.businessId,
    'audit',
    parseQuery('object=thing-7'),
    'at,who',
  );
  const [head, ...lines] = (await new Response(body).text()).trim().split('\r\n');
  expect(head).toBe('chain,sequence,action,at,actor_kind,actor_id,actor_name,time_zone');
  expect(lines).toEqual([expect.stringMatching(/^business,8,payment\.create,/)]);
  const [row] = (await list('action=audit.export')).rows;
  const entry = await readAuditEntry(tenant.as.owner, tenant.businessId, row?.entryId ?? '');
  expect(entry.after).toContain('"columns": "at,who"');
});

test('only compliance and owner read the log', async () => {
  const [row] = (await list('object=thing-7')).rows;
  const everything = (who: Context<PersonActor>) => [
    list('', who),
    countAudit(who, tenant.businessId, parseQuery('')),
    readAuditEntry(who, tenant.businessId, row?.entryId ?? ''),
    listAuditPeople(who, tenant.businessId),
    exportList(who, tenant.businessId, 'audit', parseQuery('')),
  ];
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const)
    for (const one of await Promise.allSettled(everything(who)))
      expect(one).toMatchObject({ status: 'rejected', reason: { code } });
});

test('reads a page of a long log by the time index instead of sorting', async () => {
  const { businessId, as } = await createTenant();
  await databasePool().query(
    `INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id, request_id, previous, hash)
     SELECT $1, n, now() - n * interval '1 minute', 'system', 'test', 'payment.create', 'payment', n::text, 'x', '', ''
       FROM generate_series(1, 3000) n`,
    [businessId],
  );
  await databasePool().query('ANALYZE audit_entry');
  const auditDefinition = selectAuditDefinition(true);
  const query = `SELECT e.entry_id FROM ${auditDefinition.from} WHERE ${auditDefinition.business} = $1::uuid
    ORDER BY ${auditDefinition.at} DESC, ${auditDefinition.id} DESC LIMIT 51`;
  const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`, [businessId]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan Backward using audit_entry_chain_id_at_idx/);
  expect(plan).not.toMatch(/Seq Scan on audit_entry/);
  expect((await listAudit(as.owner, businessId, parseQuery(''))).rows).toHaveLength(50);
});

/** Finds the codes that are literals in the sources. */
function findLiterals(pattern: RegExp): ReadonlySet<string> {
  const lib = path.resolve(import.meta.dirname, '..');
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name),
  );
  const texts = files.map((name) => readFileSync(path.join(lib, name), 'utf8'));
  return new Set(
    texts
      .filter((text) => text.includes('writeAudit('))
      .flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')),
  );
}

test('every action and object type in the sources has a filter choice', () => {
  const listed: readonly string[] = auditActions;
  const areas: readonly string[] = auditAreas.map(({ value }) => value);
  const objects: readonly string[] = auditObjects;
  const found = [...findLiterals(/action: '([a-z-]+\.[a-z-]+)'/g)].filter(
    (action) => action !== 'person.create',
  );
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((action) => !listed.includes(action))).toEqual([]);
  expect(listed.map((action) => action.split('.')[0] ?? '').filter((area) => !areas.includes(area))).toEqual(
    [],
  );
  expect([...findLiterals(/objectType: '([a-z-]+)'/g)].filter((type) => !objects.includes(type))).toEqual([]);
});

test('names a case by its number', async () => {
  const at = new Date();
  const { businessId } = tenant;
  const { caseId, number } = await database().reviewCase.create({
    data: {
      businessId,
      subjectKind: 'deposit',
      subjectId: randomUUID(),
      openedAt: at,
      dueAt: at,
      changedAt: at,
    },
  });
  await inTransaction((transaction) =>
    writeAudit(transaction, tenant.as.owner, {
      businessId,
      action: 'review-case.view',
      objectType: 'review-case',
      objectId: caseId,
    }),
  );
  const [row] = (await list(`object=${caseId}`)).rows;
  expect(row).toMatchObject({ objectName: String(number) });
  expect((await readAuditEntry(tenant.as.owner, businessId, row?.entryId ?? '')).objectName).toBe(
    String(number),
  );
});
