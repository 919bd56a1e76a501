import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemChain, verifyAudit, writeAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { decideRetentionChange } from './decide-retention-change.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { proposeHoldLift } from './propose-hold-lift.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();

/** Adds a sign-in of a person, or an attempt without one, six years ago. */
const recordSignIn = (personId: string, action = 'session.open') =>
  inTransaction((transaction) =>
    writeAudit(
      transaction,
      { ...systemContext('test'), clock: { ...systemClock, now: () => desk.old } },
      {
        businessId: null,
        action,
        objectType: 'person',
        objectId: personId,
        after: { address: '203.0.113.7' },
      },
    ),
  );
const listSignIns = () =>
  database().auditEntry.findMany({ where: { chainId: systemChain }, orderBy: { sequence: 'asc' } });
const verify = async () => {
  const { breaches, expired } = await verifyAudit();
  return { breaches: breaches.filter(({ chainId }) => chainId === systemChain), expired };
};
const readPreview = async () => {
  const { rules } = await readRetention(desk.tenant.as.owner, desk.tenant.businessId);
  return rules.find(({ kind }) => kind === 'sign-in')?.preview;
};

test('removes sign-ins after the longest time once every business has set one', async () => {
  const { personId } = desk.tenant.as.viewer.actor;
  await databasePool().query(`UPDATE membership SET created_at = now() - interval '9 years'`);
  await recordSignIn(personId);
  await recordSignIn('', 'session.refuse');
  await recordSignIn(personId, 'person.create');
  await recordSignIn(randomUUID());
  await desk.setYears('sign-in', '5');
  expect(await readPreview()).toMatchObject({ count: 1, expiring: 1, obstacles: [] });
  const other = await createTenant();
  expect(await readPreview()).toMatchObject({
    count: 1,
    expiring: 0,
    obstacles: [{ obstacle: 'shared', count: 1 }],
  });
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });

  // Stands for times that the other business set.
  const setOther = async (years: number) => {
    await databasePool().query(`ALTER TABLE retention_rule DISABLE TRIGGER retention_rule_guard`);
    await databasePool().query(
      `INSERT INTO retention_rule (business_id, kind, years) VALUES ($1, 'sign-in', $2)
       ON CONFLICT (business_id, kind) DO UPDATE SET years = $2`,
      [other.businessId, years],
    );
    await databasePool().query(`ALTER TABLE retention_rule ENABLE TRIGGER retention_rule_guard`);
  };
  await setOther(7);
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  await setOther(3);
  const { holds } = await placeHold(desk.tenant.as.compliance, {
    ...{
      businessId: desk.tenant.businessId,
      kind: 'audit',
      recordId: desk.tenant.businessId,
      reason: 'Court',
    },
  });
  expect((await readPreview())?.obstacles).toEqual([{ obstacle: 'held', count: 1 }]);
  await databasePool().query(
    'UPDATE retention_pass SET finished_at = NULL, after_at = NULL, after_id = NULL',
  );
  expect(await desk.run()).toEqual({ expired: 0, retained: 3 });
  const lift = { businessId: desk.tenant.businessId, holdId: holds[0]?.holdId ?? '' };
  await proposeHoldLift(desk.tenant.as.compliance, { ...lift, reason: 'Closed' });
  await decideHoldLift(desk.second, { ...lift, answer: 'approve' });

  await databasePool().query(
    'UPDATE retention_pass SET finished_at = NULL, after_at = NULL, after_id = NULL',
  );
  const before = await listSignIns();
  expect(await desk.run()).toEqual({ expired: 3, retained: 0 });
  const after = await listSignIns();
  const listLinks = (entries: typeof before) => entries.map(({ at, hash, previous }) => [at, hash, previous]);
  expect(listLinks(after).slice(0, before.length)).toEqual(listLinks(before));
  const kept = after.filter(({ at }) => at.getTime() === desk.old);
  expect(kept.map(({ action }) => action)).toEqual([
    ...['retention.expired', 'retention.expired'],
    ...['person.create', 'retention.expired'],
  ]);
  expect(after.at(-1)).toMatchObject({
    action: 'retention.expire',
    after: { kind: 'sign-in', years: 5, count: 3 },
  });
  expect(await verify()).toEqual({ breaches: [], expired: 3 });

  // A removal counts only with a time that a business approved.
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `UPDATE audit_entry SET after = after || '{"years": 9}' WHERE action = 'retention.approve'`,
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect((await verify()).breaches).toHaveLength(3);
});

test('refuses the approval by an owner of another business', async () => {
  const other = await createTenant();
  const { changes } = await desk.set('sign-in', '5');
  const changeId = changes[0]?.changeId ?? '';
  const answer = { businessId: other.businessId, changeId, answer: 'approve' } as const;
  await expect(decideRetentionChange(other.as.owner, answer)).rejects.toMatchObject({ code: 'conflict' });
});
