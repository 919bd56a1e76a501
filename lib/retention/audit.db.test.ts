import { expect, test } from 'vitest';
import { checkNewestEntries, findShiftedEntries, verifyAudit, writeAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { proposeHoldLift } from './propose-hold-lift.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();
const oldClock = { ...systemClock, now: () => desk.old };

/** Adds an entry with personal data, six years ago or now. */
const record = (objectType: string, objectId: string, clock = oldClock) =>
  inTransaction((transaction) =>
    writeAudit(
      transaction,
      { ...desk.tenant.as.owner, clock },
      {
        businessId: desk.tenant.businessId,
        action: 'thing.change',
        objectType,
        objectId,
        before: { name: 'Maria Example' },
        after: { name: 'Maria Beispiel' },
      },
    ),
  );
const listEntries = () =>
  database().auditEntry.findMany({
    where: { chainId: desk.tenant.businessId },
    orderBy: { sequence: 'asc' },
  });
/** The breaches of the chain, and the expired entries of all chains. */
const verify = async () => {
  const { breaches, expired } = await verifyAudit();
  const own = breaches.filter(({ chainId }) => chainId === desk.tenant.businessId);
  return { breaches: own.map(({ sequence, description }) => `${sequence} ${description}`), expired };
};

/** Runs a statement past the triggers, as the owner of the database could. */
async function tamper(sql: string): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(sql, [desk.tenant.businessId]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('removes the content of old entries, and the chain says expired and stays sound', async () => {
  const { businessId } = desk.tenant;
  const { expired } = await verify();
  for (const thing of ['1', '2', '3']) await record('thing', thing);
  await record('thing', '4', systemClock);
  const before = await listEntries();
  await desk.setYears('audit', '5');
  const { rules } = await readRetention(desk.tenant.as.owner, businessId);
  expect(rules.find(({ kind }) => kind === 'audit')?.preview).toMatchObject({ count: 3, expiring: 3 });
  expect(await desk.run()).toEqual({ expired: 3, retained: 0 });
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });

  const after = await listEntries();
  expect(JSON.stringify(after.slice(0, 3).map(({ before: was, after: is }) => [was, is]))).not.toContain(
    'Maria',
  );
  expect(after[0]).toMatchObject({
    action: 'retention.expired',
    actorKind: 'system',
    objectId: '1',
    after: { years: 5 },
    requestId: '',
  });
  const links = (entries: typeof before) =>
    entries.map(({ sequence, at, hash, previous }) => [sequence, at, hash, previous]);
  expect(links(after).slice(0, 4)).toEqual(links(before).slice(0, 4));
  expect(after[3]).toEqual(before[3]);
  expect(after.at(-1)).toMatchObject({
    action: 'retention.expire',
    after: {
      kind: 'audit',
      years: 5,
      count: 3,
      ranges: [['1', '3']],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(await verify()).toEqual({ breaches: [], expired: expired + 3 });
  expect(await checkNewestEntries(desk.tenant.as.owner, businessId)).toMatchObject({ changedAt: null });
  expect(await findShiftedEntries()).toEqual([]);
  expect(
    (await readRetention(desk.tenant.as.owner, businessId)).rules.find(({ kind }) => kind === 'audit'),
  ).toMatchObject({ expired: { count: 3 } });
});

test('removes more after a shorter time, each removal under the time of its own', async () => {
  const { expired } = await verify();
  await record('thing', '1');
  await record('thing', '2', { ...systemClock, now: () => addMilliseconds(desk.old, 200 * 86_400_000) });
  await desk.setYears('audit', '6');
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  await desk.setYears('audit', '5');
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  expect((await listEntries()).slice(0, 2)).toMatchObject([{ after: { years: 6 } }, { after: { years: 5 } }]);
  expect(await verify()).toEqual({ breaches: [], expired: expired + 2 });
});

test('finds tampering with expired entries, and removal without an approved time', async () => {
  const { expired } = await verify();
  for (const thing of ['1', '2', '3', '4']) await record('thing', thing);
  await record('thing', '5', systemClock);
  await desk.setYears('audit', '5');
  await desk.run();
  await record('thing', 'last', systemClock);
  expect(await verify()).toEqual({ breaches: [], expired: expired + 4 });
  const blank = `action = 'retention.expired', actor_kind = 'system', actor_id = 'retention', object_type = 'audit-entry',
    object_id = sequence::text, before = NULL, after = '{"years": 5}', request_id = ''`;
  const changes = [
    // Both sides of a link, which no content proves any more.
    [
      `UPDATE audit_entry SET hash = CASE sequence WHEN 2 THEN sha256('x') ELSE hash END,
             previous = CASE sequence WHEN 3 THEN sha256('x') ELSE previous END WHERE chain_id = $1 AND sequence IN (2, 3)`,
      'removed',
    ],
    [`UPDATE audit_entry SET at = at + interval '1 hour' WHERE chain_id = $1 AND sequence = 2`, 'removed'],
    [`UPDATE audit_entry SET at = now() WHERE chain_id = $1 AND sequence = 2`, 'before its retention time'],
    [
      `UPDATE audit_entry SET after = '{"years": 5, "name": "Maria"}' WHERE chain_id = $1 AND sequence = 2`,
      'still has content',
    ],
    [`UPDATE audit_entry SET ${blank} WHERE chain_id = $1 AND sequence = 5`, 'no entry records'],
    [
      `UPDATE audit_entry SET after = jsonb_set(after, '{ranges,0,1}', '"5"') WHERE chain_id = $1 AND action = 'retention.expire'`,
      'no entry records',
    ],
    [
      `UPDATE audit_entry SET after = after || '{"years": 7}' WHERE chain_id = $1 AND action = 'retention.approve'`,
      'no entry records',
    ],
    [`DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = 2`, 'missing'],
  ] as const;
  await databasePool().query('CREATE TABLE kept AS SELECT * FROM audit_entry');
  for (const [statement, breach] of changes) {
    await tamper(statement);
    expect((await verify()).breaches.join('\n'), statement).toContain(breach);
    await tamper('DELETE FROM audit_entry WHERE chain_id = $1');
    await tamper('INSERT INTO audit_entry SELECT * FROM kept WHERE chain_id = $1');
  }
  expect(await verify()).toEqual({ breaches: [], expired: expired + 4 });
});

test('keeps entries under a hold, about existing cases, and those that prove removals', async () => {
  const { businessId } = desk.tenant;
  const cases = await createCaseFixture(systemClock, desk.tenant);
  const { caseId, paymentId, depositId } = await cases.flagged();
  const own = { businessId, kind: 'payment', recordId: paymentId, reason: 'Court' } as const;
  await placeHold(desk.tenant.as.compliance, own);
  const start = (await listEntries()).length;
  await record('payment', paymentId);
  await record('deposit', depositId);
  await record('review-case', caseId);
  await record('thing', '1');
  await tamper(
    `UPDATE audit_entry SET at = at - interval '6 years' WHERE chain_id = $1 AND action = 'retention.hold'`,
  );
  await desk.setYears('audit', '5');
  const log = { ...own, kind: 'audit', recordId: businessId } as const;
  const { holds } = await placeHold(desk.tenant.as.compliance, log);
  await expect(placeHold(desk.tenant.as.compliance, { ...log, recordId: paymentId })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await desk.run()).toEqual({ expired: 0, retained: 5 });
  const holdId = holds.find(({ kind }) => kind === 'audit')?.holdId ?? '';
  await proposeHoldLift(desk.tenant.as.compliance, { businessId, holdId, reason: 'Closed' });
  await decideHoldLift(desk.second, { businessId, holdId, answer: 'approve' });
  const { rules } = await readRetention(desk.tenant.as.owner, businessId);
  expect(rules.find(({ kind }) => kind === 'audit')?.preview?.obstacles).toEqual([
    { obstacle: 'held', count: 2 },
    { obstacle: 'case', count: 1 },
    { obstacle: 'evidence', count: 1 },
  ]);
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 1, retained: 4 });
  const expired = (await listEntries()).filter(({ action }) => action === 'retention.expired');
  expect(expired.map(({ sequence }) => sequence)).toEqual([BigInt(start + 4)]);
});

test('removes no entry past the rule, by the rights of the database', async () => {
  const { businessId } = desk.tenant;
  const { expired } = await verify();
  await record('thing', '1');
  const client = databasePool();
  const expire = `SELECT * FROM expire_audit_entries($1, '{1}')`;
  expect((await client.query(expire, [businessId])).rows).toEqual([]);
  const refused = [
    `UPDATE audit_entry SET action = 'retention.expired' WHERE chain_id = $1`,
    'DELETE FROM audit_entry WHERE chain_id = $1',
    `INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                                bytes, transaction) VALUES ($1, 'audit', $1, now(), now(), 5, 0, 0, '[]', 0, 0)`,
  ];
  for (const statement of refused)
    await expect(client.query(statement, [businessId]), statement).rejects.toThrow();
  await desk.setYears('audit', '5');
  for (const statement of refused.slice(0, 2))
    await expect(client.query(statement, [businessId]), statement).rejects.toThrow();
  // Within an expiry, only the content of due entries is removed, and completely.
  const connection = await client.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(expire, [businessId]);
    await connection.query('SAVEPOINT expiring');
    for (const statement of [
      `UPDATE audit_entry SET action = 'x' WHERE chain_id = $1 AND sequence = 2`,
      `UPDATE audit_entry SET at = now() WHERE chain_id = $1 AND sequence = 1`,
      'DELETE FROM audit_entry WHERE chain_id = $1',
    ]) {
      await expect(connection.query(statement, [businessId]), statement).rejects.toThrow(
        'the audit log refuses',
      );
      await connection.query('ROLLBACK TO expiring');
    }
    await connection.query('ROLLBACK');
  } finally {
    connection.release();
  }
  expect(await verify()).toEqual({ breaches: [], expired });
});
