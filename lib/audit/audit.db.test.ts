import { describe, expect, test } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { createLiveStream } from '#lib/realtime/event-stream.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import { checkNewestEntries, verifyAudit, writeAudit } from './index.ts';
import { listAudit, readAuditEntry } from './list-queries.ts';
import { auditList } from './schema.ts';

describe('the log', () => {
  const createNote = (tenant: Tenant, n: number) => ({
    businessId: tenant.businessId,
    action: 'thing.change',
    objectType: 'thing',
    objectId: `thing-${n}`,
    before: { n: n - 1, name: 'before', nothing: null },
    after: { n, name: 'nach ümläut \u0000\ud800', list: [1, 'two', { deep: true }] },
  });

  async function writeEntries(tenant: Tenant, count: number): Promise<void> {
    for (let n = 1; n <= count; n += 1)
      await inTransaction((transaction) => writeAudit(transaction, tenant.as.owner, createNote(tenant, n)));
  }

  /** Runs a statement past the triggers, as the owner of the database could. */
  async function tamper(sql: string, values: unknown[]): Promise<void> {
    const client = await databasePool().connect();
    try {
      await client.query('SET session_replication_role = replica');
      await client.query(sql, values);
    } finally {
      await client.query('SET session_replication_role = origin');
      client.release();
    }
  }

  const listBreaches = async (tenant: Tenant) =>
    (await verifyAudit()).breaches.filter((breach) => breach.chainId === tenant.businessId);

  test('entries record actor, action, time and request', async () => {
    const tenant = await createTenant();
    await writeEntries(tenant, 1);
    const context = tenant.as.owner;
    expect(await database().auditEntry.findMany({ where: { chainId: tenant.businessId } })).toEqual([
      expect.objectContaining({
        sequence: 1n,
        actorKind: 'person',
        actorId: context.actor.personId,
        action: 'thing.change',
        objectId: 'thing-1',
        before: { n: 0, name: 'before', nothing: null },
        after: { n: 1, name: 'nach ümläut \ufffd\ufffd', list: [1, 'two', { deep: true }] },
        requestId: context.requestId,
      }),
    ]);
  });

  test('an unchanged chain with concurrent writers verifies', async () => {
    const tenant = await createTenant();
    await Promise.all([1, 2, 3, 4].map(() => writeEntries(tenant, 5)));
    await inTransaction((transaction) =>
      writeAudit(transaction, systemContext('payment-reading'), {
        ...createNote(tenant, 9),
        before: undefined,
      }),
    );
    const entries = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map((entry) => entry.sequence)).toEqual(
      Array.from({ length: 21 }, (_, n) => BigInt(n + 1)),
    );
    expect(await listBreaches(tenant)).toEqual([]);
  });

  test('a rolled back entry leaves no gap', async () => {
    const tenant = await createTenant();
    await writeEntries(tenant, 1);
    const failing = inTransaction(async (transaction) => {
      await writeAudit(transaction, tenant.as.owner, createNote(tenant, 2));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await writeEntries(tenant, 1);
    expect(await listBreaches(tenant)).toEqual([]);
  });

  test.each([
    ['UPDATE audit_entry SET action = $2 WHERE chain_id = $1 AND sequence = 2', 'nothing.happened', 2n],
    ['UPDATE audit_entry SET after = $2 WHERE chain_id = $1 AND sequence = 1', '{"n":7}', 1n],
    ['UPDATE audit_entry SET at = at + $2::interval WHERE chain_id = $1 AND sequence = 3', '1 ms', 3n],
    ['DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = $2::bigint', '2', 3n],
    ['DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = $2::bigint', '3', 3n],
    ['DELETE FROM audit_head WHERE chain_id = $1 AND $2 = $2', 'x', 0n],
  ])('detects a changed entry: %s', async (sql, value, sequence) => {
    const tenant = await createTenant();
    await writeEntries(tenant, 3);
    await tamper(sql, [tenant.businessId, value]);
    expect((await listBreaches(tenant)).map((breach) => breach.sequence)).toContain(sequence);
  });

  test.each(["UPDATE audit_entry SET action = 'x'", 'DELETE FROM audit_entry', 'TRUNCATE audit_entry'])(
    'the database refuses %s',
    async (sql) => {
      const tenant = await createTenant();
      await writeEntries(tenant, 1);
      await expect(databasePool().query(sql)).rejects.toThrow('audit_entry only grows and refuses');
    },
  );

  test('the page checks the newest entries, and names the first one that was changed', async () => {
    const tenant = await createTenant();
    const check = () => checkNewestEntries(tenant.as.compliance, tenant.businessId);
    expect(await check()).toMatchObject({ checked: 0, changedAt: null });
    await writeEntries(tenant, 4);
    expect(await check()).toEqual({ checked: 4, from: '1', to: '4', changedAt: null });
    await tamper(`UPDATE audit_entry SET after = '{"n": 9}' WHERE chain_id = $1 AND sequence = 3`, [
      tenant.businessId,
    ]);
    expect(await check()).toMatchObject({ changedAt: '3' });
    await tamper('DELETE FROM audit_entry WHERE chain_id = $1 AND sequence > 2', [tenant.businessId]);
    expect(await check()).toMatchObject({ checked: 2, changedAt: '4' });
    await expect(checkNewestEntries(tenant.as.viewer, tenant.businessId)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('names of businesses', () => {
  test('names the business of an entry of its settings, and no other business', async () => {
    const { businessId, as } = await createTenant();
    const other = await createBusiness('Another business');
    await database().business.update({ where: { id: businessId }, data: { name: 'Coffee Ltd' } });
    const write = (objectId: string) =>
      inTransaction((transaction) =>
        writeAudit(transaction, as.owner, {
          businessId,
          action: 'review-desk.decline',
          objectType: 'business',
          objectId,
          after: { scope: objectId },
        }),
      );
    await write(other);
    await write(businessId);
    const { query } = parseListQuery(auditList, () => null);
    const { rows } = await listAudit(as.owner, businessId, query);
    expect(rows.map(({ objectName }) => objectName)).toEqual(['Coffee Ltd', null]);
    const [entry, foreign] = await Promise.all(
      rows.map(({ entryId }) => readAuditEntry(as.owner, businessId, entryId)),
    );
    expect(entry).toMatchObject({ objectName: 'Coffee Ltd', objectId: businessId });
    expect(entry?.details[0]?.value).toEqual({ kind: 'text', text: 'Coffee Ltd' });
    expect(foreign?.details[0]?.value).toEqual({ kind: 'id', id: other });
  });
});

describe('announced entries', () => {
  /**
   * Returns the events that a client receives for two entries, one of a business and one of a person, up to the last
   * announcement.
   */
  async function readEvents(canSeeGuarded: boolean): Promise<string> {
    const { businessId, as } = await createTenant();
    const abort = new AbortController();
    const stream = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      hiddenTopics: canSeeGuarded ? [] : guardedTopics,
      mayContinue: async () => true,
      signal: abort.signal,
    });
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
    const note = { action: 'export.csv', objectType: 'list', objectId: 'payments' };
    for (const of of [businessId, null])
      await inTransaction((transaction) => writeAudit(transaction, as.finance, { businessId: of, ...note }));
    await inTransaction((transaction) =>
      announce(transaction, { businessId, topics: ['payments'], ids: ['last'] }),
    );
    while (!text.includes('last')) text += (await reader.read()).value ?? '';
    abort.abort();
    return text;
  }

  test('announces each entry to readers of the log, also one of the person alone', async () => {
    expect((await readEvents(true)).match(/"audit"/g)).toHaveLength(2);
  });

  test('announces no entry to anyone else', async () => {
    const text = await readEvents(false);
    expect(text).not.toContain('audit');
    expect(text.match(/event: change/g)).toHaveLength(1);
  });
});
