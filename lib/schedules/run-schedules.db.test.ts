import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { fetchExportFile } from '#lib/exports/index.ts';
import { sendMail } from '#lib/mail/index.ts';
import { createNotifications, listNotifications } from '#lib/notifications/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { saveView } from '#lib/saved-views/save-view.ts';
import { runScheduleNow } from './change-schedule.ts';
import { openRun } from './index.ts';
import { createScheduleFixture, hours, listIds, startTime } from './testing/schedule-fixture.ts';

const desk = createScheduleFixture();

describe('a run', () => {
  test('starts at the hour of the business, once, and mails a link without figures', async () => {
    await insertDeposit(desk.tenant.businessId, await insertPayment(desk.tenant.businessId), {
      ...{ status: 'CONFIRMED', settlementCurrency: 'EUR', settlementPayableAmount: '4711.17' },
      ...{ depositReceivedAt: new Date(startTime), sortAt: new Date(startTime) },
    });
    await desk.schedule();
    desk.setTime(Date.parse('2026-11-21T06:59:59Z'));
    expect(await desk.run()).toMatchObject({ started: 0 });
    desk.setTime(Date.parse('2026-11-21T07:00:00Z'));
    const started = await Promise.all([desk.run(), desk.run(), desk.run()]);
    expect(started.reduce((sum, one) => sum + one.started, 0)).toBe(1);
    await desk.runAll();
    expect(desk.readMails()).toHaveLength(1);
    const body = desk.readMails()[0];
    const [{ runId = '', ...ended } = {}] = await desk.readRuns();
    expect(body).toContain(`/${desk.tenant.businessId}/reports/schedules/${runId}`);
    expect(body).not.toContain('4711');
    expect(body).not.toContain('EUR');
    expect(ended).toMatchObject({
      ...{ state: 'done', problem: null, requestedBy: null },
      recipients: [{ name: 'viewer', delivery: 'mailed' }],
    });
    expect(await desk.openAs(desk.tenant.as.viewer)).toMatchObject({
      name: 'Morning figures',
      opened: {
        content: { kind: 'statement', currency: 'EUR', period: '2026-11-20..2026-11-20' },
        mayExport: false,
      },
    });
    expect(await desk.listActions()).toEqual(['person schedule.create', 'system schedule.run']);
    expect((await desk.read())[0]?.nextRunAt).toBe(Date.parse('2026-11-22T07:00:00Z'));
  });

  test('opens only for its recipients, of this business, until the link expires', async () => {
    await desk.schedule({ recipients: listIds(desk.tenant.as.viewer, desk.tenant.as.accountant) });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    const notFound = { code: 'not-found' };
    await expect(desk.openAs(desk.tenant.as.finance)).rejects.toMatchObject(notFound);
    const other = await createTenant(desk.clock);
    await expect(desk.openAs(other.as.viewer)).rejects.toMatchObject(notFound);
    const [{ runId = '' } = {}] = await desk.readRuns();
    await expect(openRun(other.as.viewer, other.businessId, runId)).rejects.toMatchObject(notFound);
    await expect(openRun(desk.tenant.as.viewer, desk.tenant.businessId, 'x')).rejects.toMatchObject(notFound);
    expect(await desk.openAs(desk.tenant.as.accountant)).toMatchObject({ opened: { mayExport: true } });
    desk.setTime(desk.clock.now() + 7 * hours(24));
    expect(await desk.openAs(desk.tenant.as.accountant)).toMatchObject({
      name: 'Morning figures',
      opened: null,
    });
    expect((await desk.readRuns(desk.tenant.as.accountant))[0]?.isMine).toBe(false);
  });

  test('leaves out people whose role no longer allows the report, also after it was sent', async () => {
    const { businessId, as } = desk.tenant;
    await desk.schedule({ recipients: listIds(as.viewer, as.accountant) });
    await database().membership.update({
      where: { personId_businessId: { personId: as.viewer.actor.personId, businessId } },
      data: { role: 'approver' },
    });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    expect((await desk.readRuns())[0]?.recipients).toMatchObject([
      { name: 'viewer', delivery: 'notAllowed' },
      { name: 'accountant', delivery: 'mailed' },
    ]);
    expect(desk.readMails()).toHaveLength(1);
    const demoted = { ...as.accountant.actor, roles: new Map([[businessId, 'approver' as const]]) };
    await expect(desk.openAs({ ...as.accountant, actor: demoted })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('drops a mail whose recipient loses the role before it is sent', async () => {
    const { businessId, as } = desk.tenant;
    await desk.schedule();
    desk.setTime(startTime + hours(24));
    await desk.run();
    await database().membership.update({
      where: { personId_businessId: { personId: as.viewer.actor.personId, businessId } },
      data: { disabledAt: new Date(desk.clock.now()) },
    });
    await sendMail(systemContext('mail', desk.clock), desk.stop());
    await desk.run();
    expect(desk.readMails()).toHaveLength(0);
    expect((await desk.readRuns())[0]).toMatchObject({
      state: 'done',
      recipients: [{ name: 'viewer', delivery: 'dropped' }],
    });
  });

  test('of an export makes a file for each recipient, which only they can download', async () => {
    const { businessId, as } = desk.tenant;
    await insertPayment(businessId, { clientPaymentId: 'order-7' });
    await desk.schedule({
      kind: 'export',
      list: 'payments',
      format: 'csv',
      recipients: listIds(as.accountant, as.owner),
    });
    desk.setTime(startTime + hours(24));
    await desk.run();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'producing' });
    await expect(desk.openAs(as.accountant)).resolves.toMatchObject({ opened: null });
    await desk.runAll();
    expect(desk.readMails()).toHaveLength(2);
    const { opened } = await desk.openAs(as.accountant);
    const fileId = opened?.file?.fileId ?? '';
    expect(opened?.content.kind).toBe('export');
    const file = await fetchExportFile(as.accountant, businessId, fileId);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100);
    await expect(fetchExportFile(as.owner, businessId, fileId)).rejects.toMatchObject({ code: 'not-found' });
    desk.setTime(desk.clock.now() + 7 * hours(24));
    await expect(fetchExportFile(as.accountant, businessId, fileId)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('of a saved view opens the days of the run', async () => {
    const { businessId, as } = desk.tenant;
    const { viewId } = await saveView(as.finance, {
      ...{ businessId, list: 'payments', name: 'Expired', shared: false },
      query: 'status=EXPIRED&paymentInitiatedAt=yesterday&columns=status',
    });
    await desk.schedule({ kind: 'view', list: 'payments', viewId, currency: null });
    desk.setTime(Date.parse('2026-11-20T23:30:00Z'));
    await runScheduleNow(as.finance, { businessId, scheduleId: (await desk.read())[0]?.scheduleId ?? '' });
    desk.setTime(desk.clock.now() + hours(30));
    await desk.runAll();
    const runs = await desk.readRuns();
    const opened = await openRun(as.viewer, businessId, runs.at(-1)?.runId ?? '');
    const { content } = opened.opened ?? {};
    const query = new URLSearchParams(content?.kind === 'view' ? content.query : '');
    expect(Object.fromEntries(query)).toEqual({
      ...{ status: 'EXPIRED', columns: 'status' },
      paymentInitiatedAt: '2026-11-20',
    });
  });

  test('makes up only for the last of missed runs', async () => {
    await desk.schedule();
    desk.setTime(Date.parse('2026-11-25T03:00:00Z'));
    await desk.runAll();
    expect(await desk.readRuns()).toHaveLength(1);
    expect(await desk.openAs(desk.tenant.as.viewer)).toMatchObject({
      opened: { content: { period: '2026-11-23..2026-11-23' } },
    });
  });

  test('follows a new time zone of the business', async () => {
    const { businessId } = desk.tenant;
    await desk.schedule();
    await database().business.update({ where: { id: businessId }, data: { timeZone: 'Asia/Tokyo' } });
    await desk.run();
    expect((await desk.read())[0]?.nextRunAt).toBe(Date.parse('2026-11-20T23:00:00Z'));
    expect(await desk.readRuns()).toEqual([]);
  });
});

describe('a failure', () => {
  const notifiedKinds = async (who: Context<PersonActor>) => {
    await createNotifications(systemContext('notifications', desk.clock), desk.stop());
    const { rows } = await listNotifications(who, desk.tenant.businessId, null);
    return rows.map(({ kind, label }) => `${kind} ${label}`.trim());
  };
  beforeEach(async () => {
    await createNotifications(systemContext('notifications', desk.clock), desk.stop());
  });

  test('without a permitted recipient notifies finance and owners', async () => {
    const { businessId, as } = desk.tenant;
    await desk.schedule();
    await database().membership.updateMany({
      where: { businessId, personId: as.viewer.actor.personId },
      data: { disabledAt: new Date(desk.clock.now()) },
    });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'failed', problem: 'recipients' });
    expect(await desk.listActions()).toContain('system schedule.fail');
    expect(await notifiedKinds(as.finance)).toEqual(['schedule-failed Morning figures']);
    expect(await notifiedKinds(as.owner)).toEqual(['schedule-failed Morning figures']);
    expect(await notifiedKinds(as.accountant)).toEqual([]);
    expect(desk.readMails()).toHaveLength(0);
  });

  test('of a deleted view names its reason, and one about reviews reaches only those who work on them', async () => {
    const { businessId, as } = desk.tenant;
    const { viewId } = await saveView(as.compliance, {
      ...{ businessId, list: 'reviews', name: 'Mine', query: '', shared: true },
    });
    await desk.schedule(
      { kind: 'view', list: 'reviews', viewId, currency: null, recipients: listIds(as.owner) },
      as.compliance,
    );
    await database().listView.deleteMany({ where: { businessId } });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    expect((await desk.readRuns(as.compliance))[0]).toMatchObject({ state: 'failed', problem: 'view' });
    expect(await notifiedKinds(as.compliance)).toEqual(['case-schedule-failed']);
    expect(await notifiedKinds(as.finance)).toEqual([]);
    expect(await desk.read(as.finance)).toEqual([]);
  });

  test('of a mail that nobody can deliver is a failure of the run', async () => {
    await desk.schedule();
    desk.setTime(startTime + hours(24));
    await desk.run();
    await database().mailMessage.updateMany({
      data: { state: 'failed', settledAt: new Date(desk.clock.now()) },
    });
    await desk.run();
    expect((await desk.readRuns())[0]).toMatchObject({
      ...{ state: 'failed', problem: 'mail' },
      recipients: [{ name: 'viewer', delivery: 'failed' }],
    });
  });

  test('of one file still mails the links of the others', async () => {
    const { as } = desk.tenant;
    await desk.schedule({
      kind: 'export',
      list: 'payments',
      format: 'csv',
      recipients: listIds(as.accountant, as.owner),
    });
    desk.setTime(startTime + hours(24));
    await desk.run();
    await database().exportFile.updateMany({
      where: { personId: as.owner.actor.personId },
      data: { state: 'failed', endedAt: new Date(desk.clock.now()) },
    });
    await desk.runAll();
    expect(desk.readMails()).toHaveLength(1);
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'failed', problem: 'file' });
    expect((await desk.openAs(as.accountant)).opened?.file).not.toBeNull();
    await expect(desk.openAs(as.owner)).rejects.toMatchObject({ code: 'not-found' });
  });
});
