import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executePastTriggers } from '#lib/audit/anchors/testing/anchor-fixture.ts';
import { createLogAnchors } from '#lib/audit/anchors/testing/log-anchors.ts';
import { systemChain, verifyAudit, writeAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { decideRetentionChange } from './decide-retention-change.ts';
import { readRetention } from './index.ts';
import { placeHold } from './place-hold.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();
let anchors: Awaited<ReturnType<typeof createLogAnchors>>;
beforeEach(async () => {
  anchors = await createLogAnchors();
});
afterEach(() => anchors.end());

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
  await executePastTriggers(
    `DELETE FROM audit_entry WHERE chain_id = '${systemChain}'`,
    `DELETE FROM audit_head WHERE chain_id = '${systemChain}'`,
  );
  await databasePool().query(`UPDATE membership SET created_at = now() - interval '9 years'`);
  await recordSignIn(personId);
  await recordSignIn('', 'session.refuse');
  await recordSignIn(personId, 'person.create');
  await recordSignIn(randomUUID());
  await anchors.anchor(addMilliseconds(desk.old, 3_600_000));
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
    await databasePool().query(`ALTER TABLE setting DISABLE TRIGGER setting_guard`);
    await databasePool().query(
      `INSERT INTO setting (business_id, kind, subject, value) VALUES ($1, 'retention', 'sign-in', to_jsonb($2::int))
       ON CONFLICT (business_id, kind, subject) DO UPDATE SET value = to_jsonb($2::int)`,
      [other.businessId, years],
    );
    await databasePool().query(`ALTER TABLE setting ENABLE TRIGGER setting_guard`);
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
    `UPDATE job_cursor SET finished_at = NULL, at = NULL WHERE source LIKE 'expiry-%'`,
  );
  expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  const proposalId = await desk.proposeLift(desk.tenant.as.compliance, holds[0]?.holdId ?? '');
  await decideHoldLift(desk.second, {
    businessId: desk.tenant.businessId,
    proposalId,
    answer: 'approve',
  });

  await databasePool().query(
    `UPDATE job_cursor SET finished_at = NULL, at = NULL WHERE source LIKE 'expiry-%'`,
  );
  expect(await desk.run()).toEqual({ expired: 3, retained: 0 });
  const after = await listSignIns();
  expect(after.map(({ action }) => action)).toEqual([
    'person.create',
    'audit.begin-anchors',
    'retention.expire',
  ]);
  expect(after.at(-1)).toMatchObject({ after: { kind: 'sign-in', years: 5, count: 3, kept: 2 } });
  expect(await verify()).toEqual({ breaches: [], expired: 3 });

  // A removal counts only with a time that a business approved.
  await executePastTriggers(
    `UPDATE audit_entry SET after = after || '{"years": 9}' WHERE action = 'retention.approve'`,
  );
  expect((await verify()).breaches).toMatchObject([
    { description: expect.stringContaining('no one approved') },
  ]);
});

test('refuses the approval by an owner of another business', async () => {
  const other = await createTenant();
  const { changes } = await desk.set('sign-in', '5');
  const proposalId = changes[0]?.proposalId ?? '';
  const answer = { businessId: other.businessId, proposalId, answer: 'approve' } as const;
  await expect(decideRetentionChange(other.as.owner, answer)).rejects.toMatchObject({ code: 'conflict' });
});
