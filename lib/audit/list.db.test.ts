import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportList } from '#lib/exports/index.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { auditKeyset } from './list-definition.ts';
import { auditPeople, countAudit, listAudit, readAuditEntry } from './list-queries.ts';
import { auditList } from './schema.ts';
import { auditActions, auditAreas, auditObjects } from './schema-choices.ts';
import { writeAudit } from './write-audit.ts';

let tenant: Tenant;
let other: Tenant;
/** A member of both businesses. */
let both: Context<PersonActor>;
/** Of the other one alone. */
let stranger: Context<PersonActor>;

const note = (who: Tenant, action: string, objectId: string, before?: unknown) =>
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

const signsIn = (who: Context<PersonActor>, action = 'session.open') =>
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
  for (let n = 0; n < 55; n += 1) await note(tenant, 'payment.create', `thing-${n}`, { n });
  await note(tenant, 'review-case.note', '=cmd');
  await note(other, 'payment.create', 'strange');
  await signsIn(tenant.as.viewer);
  await signsIn(both);
  await signsIn(stranger);
  // A refused sign-in was nobody's act.
  await inTransaction((transaction) =>
    writeAudit(transaction, systemContext('sign-in'), {
      businessId: null,
      action: 'session.refuse',
      objectType: 'person',
      objectId: both.actor.personId,
      after: { email: 'somebody' },
    }),
  );
});
afterAll(closeDatabase);

const read = (address: string) => {
  const given = new URLSearchParams(address);
  return readListQuery(auditList, (name) => given.get(name)).query;
};
const list = (address = '', who: Context<PersonActor> = tenant.as.compliance, of = tenant) =>
  listAudit(who, of.businessId, read(address));
const actions = async (address: string) => (await list(address)).rows.map((row) => row.action);

test('lists newest first, page after page and back, each entry once, of this business alone', async () => {
  const first = await list();
  const second = await list(`after=${first.after}`);
  expect([first.rows.length, second.rows.length, second.after]).toEqual([50, 9, null]);
  const rows = [...first.rows, ...second.rows];
  expect(new Set(rows.map((row) => row.entryId)).size).toBe(59);
  expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((one, two) => two - one));
  expect(rows.map((row) => row.objectId)).not.toContain('strange');
  expect((await list(`before=${second.before}`)).rows).toEqual(first.rows);
  expect((await countAudit(tenant.as.owner, tenant.businessId, read(''))).count).toBe(59);
  // The place in a log of another business is none here.
  const theirs = await list(`after=${first.after}`, other.as.owner, other);
  expect(theirs.lostPlace).toBe(true);
});

test('sign-ins are those of this business’s people, from when they are members, and nobody else’s', async () => {
  const { rows } = await list('area=session');
  expect(rows.map((row) => [row.action, row.objectId, row.chain])).toEqual([
    ['session.refuse', both.actor.personId, 'sign-ins'],
    ['session.open', both.actor.personId, 'sign-ins'],
    ['session.open', tenant.as.viewer.actor.personId, 'sign-ins'],
  ]);
  expect(rows[0]).toMatchObject({ actor: { kind: 'system', name: 'sign-in' }, objectName: 'compliance' });
  const theirs = (await list('area=session', other.as.owner, other)).rows.map((row) => row.objectId);
  expect(theirs).toEqual([both, stranger, both].map((who) => who.actor.personId).toSorted(() => 0));
  // What somebody did before they joined is no matter of this business; nor is it once they have left.
  const late = await createPerson(new Map([[other.businessId, 'viewer']]));
  await signsIn(late);
  const joined = new Date(Date.now() + 1_000);
  await database().membership.create({
    data: { businessId: tenant.businessId, personId: late.actor.personId, role: 'viewer', createdAt: joined },
  });
  const of = `actor=${late.actor.personId}`;
  expect((await list(of)).rows).toEqual([]);
  const after = { now: () => instant(joined.getTime() + 5) };
  await signsIn(createContext(late.actor, { clock: after }));
  expect((await list(of)).rows).toHaveLength(1);
  await database().membership.deleteMany({
    where: { businessId: tenant.businessId, personId: late.actor.personId },
  });
  expect((await list(of)).rows).toEqual([]);
});

test('filters by area, action, person, object, request and day, alone and together', async () => {
  expect((await list('area=review-case')).rows.map((row) => row.objectId)).toEqual(['=cmd']);
  expect(await actions('action=session.open')).toEqual(['session.open', 'session.open']);
  const [entry] = (await list('object=thing-7')).rows;
  expect(entry?.objectId).toBe('thing-7');
  const chains = async (chain: string) =>
    new Set((await list(`chain=${chain}`)).rows.map((row) => row.chain));
  expect(await chains('sign-ins')).toEqual(new Set(['sign-ins']));
  expect(await chains('business')).toEqual(new Set(['business']));
  expect(await chains('another')).toEqual(new Set());
  const { requestId } = tenant.as.owner;
  expect((await countAudit(tenant.as.owner, tenant.businessId, read(`request=${requestId}`))).count).toBe(56);
  expect((await list(`request=${requestId}&object=thing-7`)).rows).toHaveLength(1);
  expect((await list(`actor=${tenant.as.finance.actor.personId}`)).rows).toEqual([]);
  expect(await actions('actor=system')).toEqual(['session.refuse']);
  expect((await list('objectType=person')).rows).toHaveLength(3);
  expect(await actions('change=nothing')).toEqual([]);
  expect((await countAudit(tenant.as.owner, tenant.businessId, read('change=before'))).count).toBe(55);
  expect((await list('at=..2001-01-01')).rows).toEqual([]);
  expect((await list('at=today&q=thing-54')).rows).toHaveLength(1);
  expect((await list('q=thing-1')).rows).toHaveLength(11);
  expect((await list(`only=${entry?.entryId}`)).rows.map((row) => row.objectId)).toEqual(['thing-7']);
  expect((await list("at='; --&area=%&object=x%00y")).rows).toHaveLength(50);
});

test('an entry is read whole by its id, with before, after and its place in the chain', async () => {
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

test('an export holds exactly what is filtered, guards formulas, and is in the log itself', async () => {
  const take = async (address: string) => {
    const { body } = await exportList(tenant.as.owner, tenant.businessId, 'audit', read(address));
    return (await new Response(body).text()).trim().split('\r\n');
  };
  expect((await take('object=thing-7')).slice(1)).toEqual([expect.stringContaining('thing-7')]);
  const lines = await take('action=payment.create&sort=oldest');
  expect(lines.slice(1).map((line) => line.match(/thing-\d+/)?.[0])).toEqual(
    Array.from({ length: 55 }, (_, n) => `thing-${n}`),
  );
  expect((await take('area=review-case')).join()).toContain("'=cmd");
  expect((await take('area=session')).slice(1)).toHaveLength(3);
  expect(await actions('area=audit')).toEqual(Array.from({ length: 4 }, () => 'audit.export'));
});

test('a file has the columns that were chosen, and the log says which they were', async () => {
  const { body } = await exportList(
    tenant.as.owner,
    tenant.businessId,
    'audit',
    read('object=thing-7'),
    'at,who',
  );
  const [head, ...lines] = (await new Response(body).text()).trim().split('\r\n');
  expect(head).toBe('chain,sequence,action,at,actor_kind,actor_id,actor_name,time_zone');
  expect(lines).toEqual([expect.stringMatching(/^business,8,payment\.create,/)]);
  const [row] = (await list('action=audit.export')).rows;
  const entry = await readAuditEntry(tenant.as.owner, tenant.businessId, row?.entryId ?? '');
  expect(entry.after).toContain('"columns": "at,who"');
});

test('nobody but compliance and owner reads it', async () => {
  const [row] = (await list('object=thing-7')).rows;
  const everything = (who: Context<PersonActor>) => [
    list('', who),
    countAudit(who, tenant.businessId, read('')),
    readAuditEntry(who, tenant.businessId, row?.entryId ?? ''),
    auditPeople(who, tenant.businessId),
    exportList(who, tenant.businessId, 'audit', read('')),
  ];
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const)
    for (const one of await Promise.allSettled(everything(who)))
      expect(one).toMatchObject({ status: 'rejected', reason: { code } });
});

test('a page of a long log is read by the index in its order, not sorted out of all of it', async () => {
  const { businessId, as } = await createTenant();
  await databasePool().query(
    `INSERT INTO audit_entry (chain_id, sequence, at, actor_kind, actor_id, action, object_type, object_id, request_id, previous, hash)
     SELECT $1, n, now() - n * interval '1 minute', 'system', 'test', 'payment.create', 'payment', n::text, 'x', '', ''
       FROM generate_series(1, 3000) n`,
    [businessId],
  );
  await databasePool().query('ANALYZE audit_entry');
  const query = `SELECT e.entry_id FROM ${auditKeyset.from} WHERE ${auditKeyset.business} = $1::uuid
    ORDER BY ${auditKeyset.at} DESC, ${auditKeyset.id} DESC LIMIT 51`;
  const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`, [businessId]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan Backward using audit_entry_chain_id_at_idx/);
  expect(plan).not.toMatch(/Seq Scan on audit_entry/);
  expect((await listAudit(as.owner, businessId, read(''))).rows).toHaveLength(50);
});

/** What the code writes, where it stands there in full. */
function written(pattern: RegExp): ReadonlySet<string> {
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

test('every action and kind of object that the code writes can be filtered for', () => {
  const known: readonly string[] = auditActions;
  const areas: readonly string[] = auditAreas.map(({ value }) => value);
  const objects: readonly string[] = auditObjects;
  const found = [...written(/action: '([a-z-]+\.[a-z-]+)'/g)].filter((action) => action !== 'person.create');
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((action) => !known.includes(action))).toEqual([]);
  expect(known.map((action) => action.split('.')[0] ?? '').filter((area) => !areas.includes(area))).toEqual(
    [],
  );
  expect([...written(/objectType: '([a-z-]+)'/g)].filter((type) => !objects.includes(type))).toEqual([]);
});
