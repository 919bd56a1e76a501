import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { addEndpoint } from '#lib/events/change-endpoint.ts';
import { eventTypes } from '#lib/events/model.ts';
import { addEndpointForm } from '#lib/events/schema.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toSampleBytes, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { readRetention } from './index.ts';
import { retentionKinds, retentionPresets } from './model.ts';
import { createRetentionFixture } from './testing/retention-fixture.ts';

const desk = createRetentionFixture();

test('keeps everything until a second owner approves a time', async () => {
  await desk.reportPayment();
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
    answers: [{ source: 'read', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), size: expect.any(Number) }],
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
  await desk.setYears('payment', '5');
  await desk.run();
  for (const statement of ['UPDATE record_expiry SET years = 1', 'DELETE FROM record_expiry'])
    await expect(client.query(statement)).rejects.toThrow();
  await expect(
    client.query(`UPDATE callback_message SET verdict = 'applied' WHERE payment_id = $1`, [paymentId]),
  ).rejects.toThrow();
  await desk.verifyAll();
});

test('keeps the records of a period that is not closed, where periods are closed', async () => {
  const { businessId } = desk.tenant;
  await desk.reportPayment();
  await desk.setYears('payment', '5');
  const deposit = await database().deposit.findFirstOrThrow({ where: { businessId } });
  const at = deposit.depositReceivedAt ?? new Date();
  const close = async (number: number, days: number) => {
    const client = await databasePool().connect();
    try {
      // Stands for the approval by a second person.
      await client.query("SET session_replication_role = 'replica'");
      await client.query(
        `INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone, begins_at,
           ends_at, counts_callbacks, head, rows_sha256, pack_sha256, closed_at)
         SELECT $1, gen_random_uuid(), $2, $3, 1, begins::date, ends::date, 'UTC', begins, ends, false, '', '', '', now()
           FROM (SELECT $4::timestamptz - make_interval(days => $5) AS begins,
                        $4::timestamptz + make_interval(days => 20 - $5) AS ends) AS bounds`,
        [businessId, deposit.settlementCurrency, number, at, days],
      );
    } finally {
      await client.query("SET session_replication_role = 'origin'");
      client.release();
    }
  };
  // Ends ten days before the deposit.
  await close(1, 30);
  expect((await readRetention(desk.tenant.as.owner, businessId)).rules).toContainEqual(
    expect.objectContaining({
      kind: 'payment',
      preview: expect.objectContaining({ expiring: 0, obstacles: [{ obstacle: 'open-period', count: 1 }] }),
    }),
  );
  await close(2, 10);
  expect(await desk.run()).toMatchObject({ expired: 1 });
});
