import { describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { createPerson, systemContext } from '#lib/database/testing/tenant.ts';
import { addEndpoint } from '#lib/events/change-endpoint.ts';
import { eventTypes } from '#lib/events/model.ts';
import { addEndpointForm } from '#lib/events/schema.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toSampleBytes, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { decideHoldLift } from './decide-hold-lift.ts';
import { listRetentionProposals, readRetention } from './index.ts';
import { retentionKinds, retentionPresets } from './model.ts';
import { placeHold } from './place-hold.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

describe('retention times', () => {
  const desk = createRetentionFixture();

  test('keeps everything until a second owner approves a time', async () => {
    await desk.reportPayment();
    await desk.closePeriod();
    expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
    const proposed = await desk.set('payment', '5');
    expect(proposed).toMatchObject({
      outcome: 'proposed',
      rules: retentionKinds.map((kind) => ({ kind, years: null, preview: null })),
      changes: [{ years: 5, isMine: true, preview: { count: 1, checked: 1, expiring: 1, obstacles: [] } }],
    });
    const proposalId = proposed.changes[0]?.proposalId ?? '';
    await expect(desk.set('payment', '6')).rejects.toMatchObject({ code: 'conflict' });
    await expect(desk.answer(desk.tenant.as.owner, proposalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.answer(desk.tenant.as.compliance, proposalId, 'approve')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(readRetention(desk.tenant.as.finance, desk.tenant.businessId)).rejects.toMatchObject({
      code: 'forbidden',
    });
    // The database refuses a shorter time too.
    const where = { businessId: desk.tenant.businessId, kind: 'retention' };
    await expect(
      database().setting.create({ data: { ...where, subject: 'payment', value: 5 } }),
    ).rejects.toThrow('a second person approves');
    expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
    expect(await desk.answer(desk.second, proposalId, 'approve')).toMatchObject({
      changes: [],
      rules: [{ years: 5 }, ...retentionKinds.slice(1).map((kind) => ({ kind, years: null }))],
    });
    expect(await desk.set('payment', '10')).toMatchObject({ outcome: 'set' });
    expect(await desk.set('payment', '')).toMatchObject({ outcome: 'set' });
    expect(await desk.set('payment', '10')).toMatchObject({ outcome: 'proposed' });
    expect(await desk.listActions()).toEqual([
      'retention.propose',
      'retention.approve',
      'retention.set',
      'retention.set',
      'retention.propose',
    ]);
  });

  test.each([
    ['approver', 'forbidden'],
    ['proposer', 'conflict'],
  ] as const)('refuses an approval while the account of the %s is disabled', async (who, code) => {
    const proposalId = (await desk.set('payment', '5')).changes[0]?.proposalId ?? '';
    const { personId } = (who === 'approver' ? desk.second : desk.tenant.as.owner).actor;
    const approve = () => desk.answer(desk.second, proposalId, 'approve');
    await expect(actDuringDisabling(personId, approve)).rejects.toMatchObject({ code });
  });

  test.each(Object.values(retentionPresets))('accepts the offered %s years for every kind', async (years) => {
    for (const kind of retentionKinds) await desk.setYears(kind, String(years));
    const { rules } = await readRetention(desk.tenant.as.owner, desk.tenant.businessId);
    expect(rules).toMatchObject(retentionKinds.map((kind) => ({ kind, years })));
  });

  test('removes the events of a record with it, and no others', async () => {
    const { businessId, as } = desk.tenant;
    const { endpointId } = await addEndpoint(
      as.owner,
      addEndpointForm.parse({ businessId, url: 'https://events.example.com', types: eventTypes }),
    );
    await database().eventEndpoint.update({ where: { endpointId }, data: { createdAt: new Date(0) } });
    await desk.reportPayment();
    const recent = await desk.reportPayment(Date.now());
    await desk.deliver('withdrawal', withdrawalCallbackSample(businessId));
    const list = async () => {
      const rows = await database().eventDelivery.findMany({
        where: { endpointId },
        select: { recordId: true },
      });
      return [...new Set(rows.map(({ recordId }) => recordId))].toSorted();
    };
    expect(await list()).toHaveLength(5);
    await desk.closePeriod();
    await desk.setYears('payment', '5');
    await desk.setYears('withdrawal', '5');
    await desk.run();
    expect(await list()).toEqual([recent.paymentId, recent.depositId].toSorted());
  });

  test('removes whole records, and verification finds no difference', async () => {
    const expiring = await desk.reportPayment();
    const recent = await desk.reportPayment(Date.now());
    const withdrawal = withdrawalCallbackSample(desk.tenant.businessId);
    await desk.deliver('withdrawal', withdrawal);
    const listParties = async () => {
      const where = { businessId: desk.tenant.businessId };
      const parties = await database().reviewEntity.findMany({ where, select: { subjectId: true } });
      return parties.map(({ subjectId }) => subjectId).toSorted();
    };
    expect(await listParties()).toEqual(
      [expiring.depositId, recent.depositId, String(withdrawal['withdrawalId'])].toSorted(),
    );
    await desk.verifyAll();
    await desk.closePeriod();
    await desk.setYears('payment', '5');
    await desk.setYears('withdrawal', '5');
    expect(await desk.run()).toEqual({ expired: 2, retained: 0 });
    expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
    await desk.verifyAll();

    const { businessId } = desk.tenant;
    const left = await database().payment.findMany({ where: { businessId } });
    expect(left.map(({ paymentId }) => paymentId)).toEqual([recent.paymentId]);
    expect(await database().deposit.count({ where: { businessId } })).toBe(1);
    expect(await database().depositRisk.count({ where: { depositId: expiring.depositId } })).toBe(0);
    expect(await database().withdrawal.count({ where: { businessId } })).toBe(0);
    expect(await listParties()).toEqual([recent.depositId]);
    expect(await database().serviceAnswer.count({ where: { businessId } })).toBe(1);
    const [message] = await database().callbackMessage.findMany({ where: { paymentId: expiring.paymentId } });
    expect(message?.body.byteLength).toBe(0);
    expect(message).toMatchObject({
      verdict: 'expired',
      expiredSize: toSampleBytes(expiring.callback).byteLength,
    });
    const evidence = await database().recordExpiry.findFirst({ where: { recordId: expiring.paymentId } });
    expect(evidence).toMatchObject({
      years: 5,
      deposits: 1,
      messages: 1,
      answers: [
        { source: 'read', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), size: expect.any(Number) },
      ],
    });
    expect((await desk.listActions()).filter((action) => action === 'retention.expire')).toHaveLength(2);

    // A repeat of an expired callback adds a delivery and no record.
    expect(await desk.deliver('deposit-received', expiring.callback, Date.now())).toMatchObject({
      repeat: true,
      verdict: 'expired',
    });
    await desk.deliver('withdrawal', withdrawal, Date.now());
    expect(await database().payment.count({ where: { businessId } })).toBe(1);
    expect(await database().withdrawal.count({ where: { businessId } })).toBe(0);
    await desk.verifyAll();

    // A new content is about a payment that is unknown here.
    const later = { ...expiring.callback, actualDisplayAmount: 12 };
    expect(await desk.deliver('deposit-received', later, Date.now())).toMatchObject({ verdict: 'applied' });
    await desk.deliver('withdrawal', { ...withdrawal, status: 'FAILED' }, Date.now());
    expect(await database().payment.count({ where: { businessId } })).toBe(2);
    expect(await database().withdrawal.findFirst({ where: { businessId } })).toMatchObject({ versions: 1 });
    await desk.restart();
    expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
    await desk.verifyAll();
  });

  test('keeps everything after a restore until the owners set the time again', async () => {
    await desk.reportPayment();
    await desk.setYears('payment', '5');
    await desk.set('withdrawal', '5');
    await applyRestoreRules(systemContext(), systemClock.now());
    const { rules, changes } = await readRetention(desk.tenant.as.owner, desk.tenant.businessId);
    expect(rules.map(({ years }) => years)).toEqual(retentionKinds.map(() => null));
    expect(changes).toEqual([]);
    expect(await desk.run()).toEqual({ expired: 0, retained: 0 });
  });

  test('removes nothing past the rule, by the rights of the database', async () => {
    const { businessId } = desk.tenant;
    const { paymentId } = await desk.reportPayment();
    const client = databasePool();
    const values = [businessId, paymentId];
    const refused = [
      `UPDATE callback_message SET body = '' WHERE business_id = $1 AND payment_id = $2`,
      `UPDATE callback_message SET body = '', expired_at = now(), expired_size = length(body), verdict = 'expired'
      WHERE business_id = $1 AND payment_id = $2`,
      `UPDATE callback_message SET verdict = 'expired' WHERE business_id = $1 AND payment_id = $2`,
      'DELETE FROM service_answer WHERE business_id = $1 AND payment_id = $2',
      `INSERT INTO record_expiry (business_id, kind, record_id, expired_at, last_changed_at, years, deposits, messages, answers,
                                bytes, transaction)
     VALUES ($1, 'payment', $2, now(), now(), 5, 0, 0, '[]', 0, 0)`,
    ];
    for (const statement of refused) await expect(client.query(statement, values)).rejects.toThrow();
    const { rows } = await client.query(`SELECT expire_record($1, 'payment', $2) AS obstacle`, values);
    expect(rows).toEqual([{ obstacle: 'kept' }]);
    await desk.closePeriod();
    await desk.setYears('payment', '5');
    await desk.run();
    for (const statement of ['UPDATE record_expiry SET years = 1', 'DELETE FROM record_expiry'])
      await expect(client.query(statement)).rejects.toThrow();
    await expect(
      client.query(`UPDATE callback_message SET verdict = 'applied' WHERE payment_id = $1`, [paymentId]),
    ).rejects.toThrow();
    await desk.verifyAll();
  });

  test('keeps the records of a period that is not closed, or that changed since', async () => {
    const { businessId } = desk.tenant;
    await desk.reportPayment();
    await desk.setYears('payment', '5');
    const day = async (days: number) => {
      const { sortAt } = await database().deposit.findFirstOrThrow({ where: { businessId } });
      return new Date((sortAt?.getTime() ?? 0) + days * 86_400_000).toISOString().slice(0, 10);
    };
    const expectKept = async () => {
      expect((await readRetention(desk.tenant.as.owner, businessId)).rules).toContainEqual(
        expect.objectContaining({
          kind: 'payment',
          preview: expect.objectContaining({
            ...{ expiring: 0, obstacles: [{ obstacle: 'open-period', count: 1 }] },
          }),
        }),
      );
      expect(await desk.run()).toMatchObject({ expired: 0 });
      await desk.restart();
    };
    // No period is closed yet.
    await expectKept();
    await desk.closePeriod(await day(-40), await day(-10));
    await expectKept();
    // The close of its days is older than its last change, so the next one books the difference.
    await desk.closePeriod(await day(-9), await day(10), new Date(0));
    await expectKept();
    await desk.closePeriod(await day(11), await day(40));
    expect(await desk.run()).toMatchObject({ expired: 1 });
  });

  test('keeps a record that a close booked and that failed since, until the next close', async () => {
    const { businessId } = desk.tenant;
    const withdrawal = withdrawalCallbackSample(businessId);
    await desk.deliver('withdrawal', withdrawal);
    await desk.setYears('withdrawal', '5');
    await desk.closePeriod('2000-01-01', '2035-12-31', new Date(desk.old - 86_400_000));
    await database().$transaction(async (transaction) => {
      await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
      await transaction.$executeRaw`
      INSERT INTO close_row (business_id, close_id, line, kind, record_id, at, amount)
      SELECT business_id, close_id, 'withdrawals', 'withdrawal', ${withdrawal['withdrawalId']}::uuid, closed_at, -1
        FROM period_close WHERE business_id = ${businessId}::uuid`;
    });
    await desk.deliver('withdrawal', { ...withdrawal, status: 'FAILED' }, desk.old + 1);
    expect(await desk.run()).toEqual({ expired: 0, retained: 1 });
    await desk.closePeriod('2036-01-01', '2036-12-31');
    await desk.restart();
    expect(await desk.run()).toEqual({ expired: 1, retained: 0 });
  });
});

describe('approvers of retention', () => {
  const desk = createRetentionFixture();

  test('an approver approves a shorter time without seeing what it removes', async () => {
    const { businessId, as } = desk.tenant;
    const approver = await createPerson(new Map([[businessId, 'approver' as const]]));
    await desk.reportPayment();
    const proposalId = (await desk.set('payment', '7')).changes[0]?.proposalId ?? '';
    const [proposal, ...others] = await listRetentionProposals(approver, businessId);
    expect(proposal).toEqual({
      proposalId,
      kind: 'payment',
      years: 7,
      before: null,
      reason: '',
      proposedBy: as.owner.actor.name,
      proposedById: as.owner.actor.personId,
      proposedAt: expect.any(Number),
      isMine: false,
      isOutdated: false,
      blocks: [],
      state: 'proposed',
      answer: null,
    });
    expect(others).toEqual([]);
    await expect(readRetention(approver, businessId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(desk.answer(approver, proposalId, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await desk.answer(approver, proposalId, 'approve')).toBe(null);
    expect((await readRetention(as.owner, businessId)).rules).toContainEqual(
      expect.objectContaining({ kind: 'payment', years: 7 }),
    );
    await desk.set('payment', '6');
    expect(await listRetentionProposals(approver, businessId)).toMatchObject([{ years: 6, before: 7 }]);
    for (const who of [as.finance, as.compliance, as.viewer])
      await expect(listRetentionProposals(who, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('an approver can’t end a legal hold, which needs the record', async () => {
    const { businessId, as } = desk.tenant;
    const approver = await createPerson(new Map([[businessId, 'approver' as const]]));
    const { paymentId: recordId } = await desk.reportPayment();
    const reason = 'The court asked for this record.';
    const { holds } = await placeHold(as.owner, { businessId, kind: 'payment', recordId, reason });
    const holdId = holds[0]?.holdId ?? '';
    const proposalId = await desk.proposeLift(as.owner, holdId);
    await expect(
      decideHoldLift(approver, { businessId, proposalId, answer: 'approve' }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
