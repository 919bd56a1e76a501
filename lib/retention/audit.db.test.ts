import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogAnchors } from '#lib/audit/anchors/testing/log-anchors.ts';
import { checkNewestEntries, verifyAudit, writeAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
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

let anchors: Awaited<ReturnType<typeof createLogAnchors>>;
beforeEach(async () => {
  anchors = await createLogAnchors();
});
afterEach(() => anchors.end());
/** Anchors the old entries, an hour later. */
const anchorOld = () => anchors.anchor(addMilliseconds(desk.old, 3_600_000));
const findPreview = async () => {
  const { rules } = await readRetention(desk.tenant.as.owner, desk.tenant.businessId);
  return rules.find(({ kind }) => kind === 'audit');
};

test('removes the beginning of the log up to an anchored entry, and a new entry seals what stays', async () => {
  const { businessId } = desk.tenant;
  const { expired } = await verify();
  for (const thing of ['1', '2', '3']) await record('thing', thing);
  await anchorOld();
  await record('thing', '4', systemClock);
  const before = await listEntries();
  await desk.setYears('audit', '5');
  expect((await findPreview())?.preview).toMatchObject({ count: 3, expiring: 3 });
  expect(await desk.run()).toEqual({ expired: 2, retained: 0 });
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });

  const after = await listEntries();
  expect(after.slice(0, 2)).toEqual(before.slice(2, 4));
  expect(after.at(-1)).toMatchObject({
    action: 'retention.expire',
    after: {
      ...{ kind: 'audit', years: 5, count: 2, through: '3', anchor: 1, kept: 1 },
      hash: Buffer.from(before[2]?.hash ?? []).toString('hex'),
    },
  });
  expect(await verify()).toEqual({ breaches: [], expired: expired + 2 });
  expect(await checkNewestEntries(desk.tenant.as.owner, businessId)).toMatchObject({
    from: '4',
    changedAt: null,
  });
  expect(await findPreview()).toMatchObject({ expired: { count: 2 } });

  // The anchor file accepts the shorter log once the sealing entry is anchored.
  expect(await anchors.verify(businessId)).toEqual([
    expect.stringMatching(/begins at entry 3, but no anchor covers/),
  ]);
  await anchors.anchor(systemClock.now());
  expect(await anchors.verify(businessId)).toEqual([]);
});

test('removes more later, and seals the earlier seals too', async () => {
  const { expired } = await verify();
  await record('thing', '1');
  await record('thing', '2');
  await anchorOld();
  const later = addMilliseconds(desk.old, 30 * 86_400_000);
  await record('thing', '3', { ...systemClock, now: () => later });
  await record('thing', '4', { ...systemClock, now: () => later });
  await desk.setYears('audit', '6');
  expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  await desk.setYears('audit', '5');
  await desk.restart();
  // No anchor is old enough for the newer entries.
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  expect(await verify()).toEqual({ breaches: [], expired: expired + 1 });
});

test('finds tampering with the sealed beginning, and removal without an approved time', async () => {
  for (const thing of ['1', '2', '3', '4']) await record('thing', thing);
  await anchorOld();
  await record('thing', '5', systemClock);
  await desk.setYears('audit', '5');
  await desk.run();
  await record('thing', 'last', systemClock);
  expect((await verify()).breaches).toEqual([]);
  const changes = [
    [`DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = 4`, 'seals the beginning'],
    [`UPDATE audit_entry SET after = '1' WHERE chain_id = $1 AND sequence = 4`, 'seals the beginning'],
    [`UPDATE audit_entry SET after = '1' WHERE chain_id = $1 AND sequence = 5`, 'content'],
    [`DELETE FROM audit_entry WHERE chain_id = $1 AND sequence = 5`, 'missing'],
    [
      `UPDATE audit_entry SET after = after || '{"through": "5"}' WHERE chain_id = $1 AND action = 'retention.expire'`,
      'missing',
    ],
    [
      `UPDATE audit_entry SET after = after || '{"years": 7}' WHERE chain_id = $1 AND action = 'retention.approve'`,
      'no one approved',
    ],
  ] as const;
  await databasePool().query('CREATE TABLE kept AS SELECT * FROM audit_entry');
  for (const [statement, breach] of changes) {
    await tamper(statement);
    expect((await verify()).breaches.join('\n'), statement).toContain(breach);
    await tamper('DELETE FROM audit_entry WHERE chain_id = $1');
    await tamper('INSERT INTO audit_entry SELECT * FROM kept WHERE chain_id = $1');
  }
  expect((await verify()).breaches).toEqual([]);
});

test('the anchors expose a seal that no expiry wrote', async () => {
  const { businessId } = desk.tenant;
  for (const thing of ['1', '2', '3']) await record('thing', thing, systemClock);
  await anchors.anchor(systemClock.now());
  await desk.setYears('audit', '5');
  // The owner of the database removes new entries, and seals what stays as the product would.
  const [, , third] = await listEntries();
  await tamper('DELETE FROM audit_entry WHERE chain_id = $1 AND sequence < 3');
  const hash = Buffer.from(third?.hash ?? []).toString('hex');
  const digest = createHash('sha256').update(`3 ${hash}\n`).digest('hex');
  await inTransaction((transaction) =>
    writeAudit(transaction, desk.tenant.as.owner, {
      ...{ businessId, action: 'retention.expire', objectType: 'business', objectId: businessId },
      after: { kind: 'audit', years: 5, count: 2, through: '3', hash, anchor: 1, kept: 1, digest },
    }),
  );
  await anchors.anchor(systemClock.now());
  expect((await verify()).breaches).toEqual([]);
  expect(await anchors.verify(businessId)).toEqual([
    expect.stringMatching(/anchor 1 proves that entries before it were removed before their retention time/),
  ]);
});

test('keeps entries under a hold, about existing cases, and those that prove removals', async () => {
  const { businessId } = desk.tenant;
  const cases = await createCaseFixture(systemClock, desk.tenant);
  const { caseId, paymentId, depositId } = await cases.flagged();
  const own = { businessId, kind: 'payment', recordId: paymentId, reason: 'Court' } as const;
  await placeHold(desk.tenant.as.compliance, own);
  await record('payment', paymentId);
  await record('deposit', depositId);
  await record('review-case', caseId);
  await record('thing', '1');
  await record('thing', '2');
  await tamper(
    `UPDATE audit_entry SET at = at - interval '6 years 1 month' WHERE chain_id = $1 AND at > now() - interval '1 day'`,
  );
  await anchorOld();
  await desk.setYears('audit', '5');
  const log = { ...own, kind: 'audit', recordId: businessId } as const;
  const { holds } = await placeHold(desk.tenant.as.compliance, log);
  await expect(placeHold(desk.tenant.as.compliance, { ...log, recordId: paymentId })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  expect((await findPreview())?.preview).toMatchObject({ expiring: 0 });
  const holdId = holds.find(({ kind }) => kind === 'audit')?.holdId ?? '';
  const proposalId = await desk.proposeLift(desk.tenant.as.compliance, holdId);
  await decideHoldLift(desk.second, { businessId, proposalId, answer: 'approve' });
  const before = await listEntries();
  expect((await findPreview())?.preview?.obstacles).toEqual(
    expect.arrayContaining([
      { obstacle: 'held', count: 2 },
      { obstacle: 'evidence', count: 1 },
    ]),
  );
  await desk.restart();
  const { expired = 0 } = await desk.run();
  expect(expired).toBeGreaterThan(0);
  const after = await listEntries();
  const removed = before.filter(({ sequence }) => after.every((entry) => entry.sequence !== sequence));
  expect(removed).toHaveLength(expired);
  expect(removed.map(({ objectType, objectId }) => `${objectType} ${objectId}`)).toContain('thing 1');
  for (const kept of [paymentId, depositId, caseId])
    expect(after.map(({ objectId }) => objectId)).toContain(kept);
  expect(after.map(({ action }) => action)).toContain('retention.hold');
});

test('removes no entry without an anchor outside the database', async () => {
  for (const thing of ['1', '2', '3']) await record('thing', thing);
  await desk.setYears('audit', '5');
  expect((await findPreview())?.preview).toMatchObject({
    expiring: 0,
    obstacles: [{ obstacle: 'unanchored', count: 3 }],
  });
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  await anchorOld();
  await database().auditAnchor.updateMany({ data: { sentAt: null } });
  await desk.restart();
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
});

test('removes no entry past the rule, by the rights of the database', async () => {
  const { businessId } = desk.tenant;
  const { expired } = await verify();
  for (const thing of ['1', '2', '3']) await record('thing', thing);
  const client = databasePool();
  const expire = (anchored: number, anchor = 1) =>
    client.query(`SELECT * FROM expire_audit_prefix($1, $2, $3, '{}')`, [businessId, anchored, anchor]);
  await anchorOld();
  expect((await expire(3)).rows).toEqual([]);
  const refused = [
    `UPDATE audit_entry SET action = 'x' WHERE chain_id = $1`,
    'DELETE FROM audit_entry WHERE chain_id = $1',
    `INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                                bytes, transaction) VALUES ($1, 'audit', $1, now(), now(), 6, 0, 0, '[]', 0, 0)`,
  ];
  for (const statement of refused)
    await expect(client.query(statement, [businessId]), statement).rejects.toThrow();
  await desk.setYears('audit', '5');
  for (const statement of refused.slice(0, 2))
    await expect(client.query(statement, [businessId]), statement).rejects.toThrow();
  // The anchor covers entry 3, and no other one.
  expect((await expire(2)).rows).toEqual([]);
  expect((await expire(3, 2)).rows).toEqual([]);
  const connection = await client.connect();
  try {
    await connection.query('BEGIN');
    const { rows } = await connection.query(`SELECT * FROM expire_audit_prefix($1, 3, 1, '{}')`, [
      businessId,
    ]);
    expect(rows).toEqual([{ removed: 2, years: 5 }]);
    await connection.query('SAVEPOINT expiring');
    for (const statement of [
      `UPDATE audit_entry SET action = 'x' WHERE chain_id = $1`,
      'DELETE FROM audit_entry WHERE chain_id = $1 AND sequence >= 3',
    ]) {
      await expect(connection.query(statement, [businessId]), statement).rejects.toThrow(
        'audit_entry only grows and refuses',
      );
      await connection.query('ROLLBACK TO expiring');
    }
    await connection.query('ROLLBACK');
  } finally {
    connection.release();
  }
  expect(await verify()).toEqual({ breaches: [], expired });
});
