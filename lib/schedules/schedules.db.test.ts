import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { saveView } from '#lib/saved-views/save-view.ts';
import { changeSchedule, pauseSchedule, removeSchedule, runScheduleNow } from './change-schedule.ts';
import { readSchedules } from './index.ts';
import { changeScheduleForm } from './schema.ts';
import { createScheduleFixture, hours, listIds, startTime } from './testing/schedule-fixture.ts';

const desk = createScheduleFixture();

describe('a schedule', () => {
  test('is paused, resumed, run now, changed and removed, each in the audit log', async () => {
    const { businessId, as } = desk.tenant;
    const scheduleId = await desk.schedule();
    const key = { businessId, scheduleId };
    await pauseSchedule(as.finance, { ...key, isPaused: true });
    desk.setTime(startTime + hours(72));
    expect(await desk.run()).toEqual({ started: 0, ended: 0, failed: 0 });
    await runScheduleNow(as.owner, key);
    await expect(runScheduleNow(as.owner, key)).rejects.toMatchObject({ code: 'conflict' });
    await desk.runAll();
    expect((await desk.readRuns())[0]).toMatchObject({ state: 'done', requestedBy: 'owner' });
    await pauseSchedule(as.finance, { ...key, isPaused: false });
    expect((await desk.read())[0]?.nextRunAt).toBe(Date.parse('2026-11-24T07:00:00Z'));
    await changeSchedule(
      as.finance,
      changeScheduleForm.parse({
        ...{ ...key, name: 'Mondays', cadence: 'weekly', day: 1, hour: 6 },
        recipients: listIds(as.accountant),
      }),
    );
    expect((await desk.read())[0]).toMatchObject({
      ...{ name: 'Mondays', nextRunAt: Date.parse('2026-11-30T05:00:00Z') },
      recipients: [{ name: 'accountant' }],
    });
    await removeSchedule(as.finance, key);
    expect(await desk.read()).toEqual([]);
    await expect(removeSchedule(as.finance, key)).rejects.toMatchObject({ code: 'conflict' });
    desk.setTime(startTime + hours(24 * 30));
    expect(await desk.run()).toMatchObject({ started: 0 });
    expect(await desk.listActions()).toEqual([
      'person schedule.create',
      'person schedule.pause',
      'person schedule.run-now',
      'system schedule.run',
      'person schedule.resume',
      'person schedule.change',
      'person schedule.remove',
    ]);
  });

  test('needs a role that shares views and may read the report', async () => {
    const { as, businessId } = desk.tenant;
    for (const who of [as.viewer, as.accountant, as.compliance])
      await expect(desk.schedule({}, who)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(desk.schedule({ kind: 'view', list: 'reviews', currency: null })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const approver = await createPerson(new Map([[businessId, 'approver' as const]]), desk.clock);
    await expect(desk.schedule({}, approver)).rejects.toMatchObject({ code: 'forbidden' });
    const other = await createTenant(desk.clock);
    await expect(desk.schedule({}, other.as.owner)).rejects.toMatchObject({ code: 'not-found' });
    const scheduleId = await desk.schedule();
    for (const who of [as.viewer, as.accountant, as.compliance])
      await expect(runScheduleNow(who, { businessId, scheduleId })).rejects.toMatchObject({
        code: 'forbidden',
      });
  });

  test('refuses recipients whose role doesn’t allow it, and people of other businesses', async () => {
    const { as } = desk.tenant;
    const other = await createTenant(desk.clock);
    const exported = { kind: 'export', list: 'payments', format: 'csv' };
    for (const fields of [
      { ...exported, recipients: listIds(as.viewer) },
      { recipients: listIds(other.as.owner) },
      { recipients: listIds(as.viewer, other.as.viewer) },
    ])
      await expect(desk.schedule(fields)).rejects.toMatchObject({
        code: 'invalid',
        fieldErrors: { recipients: [expect.any(String)] },
      });
  });

  test('with a filter by risk exists only for people who see risk detail', async () => {
    const { as, businessId } = desk.tenant;
    const { viewId } = await saveView(as.owner, {
      ...{ businessId, list: 'deposits', name: 'Severe', query: 'assessment=SEVERE', shared: true },
    });
    const view = { kind: 'view', list: 'deposits', viewId, currency: null };
    await expect(desk.schedule({ ...view, recipients: listIds(as.owner) })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(desk.schedule({ ...view, recipients: listIds(as.finance) }, as.owner)).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
    const scheduleId = await desk.schedule({ ...view, recipients: listIds(as.compliance) }, as.owner);
    expect(await desk.read(as.finance)).toEqual([]);
    await expect(runScheduleNow(as.finance, { businessId, scheduleId })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await desk.read(as.compliance)).toHaveLength(1);
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    expect(desk.readMails()[0]).not.toContain('Morning figures');
  });

  test('whose view filters by risk since then is managed only by people who see risk detail, and not named', async () => {
    const { as, businessId } = desk.tenant;
    const saved = { businessId, list: 'deposits', name: 'Morning', shared: true } as const;
    const { viewId } = await saveView(as.finance, { ...saved, query: 'status=CONFIRMED' });
    const recipients = listIds(as.compliance);
    const scheduleId = await desk.schedule({
      ...{ kind: 'view', list: 'deposits', viewId, currency: null, recipients },
    });
    await database().listView.updateMany({ where: { viewId }, data: { query: 'assessment=SEVERE' } });
    for (const act of [runScheduleNow, removeSchedule])
      await expect(act(as.finance, { businessId, scheduleId })).rejects.toMatchObject({ code: 'conflict' });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    expect(desk.readMails()).toHaveLength(1);
    expect(desk.readMails()[0]).not.toContain('Morning figures');
  });

  test('shows a recipient only their own part', async () => {
    await desk.schedule({ recipients: listIds(desk.tenant.as.viewer, desk.tenant.as.accountant) });
    desk.setTime(startTime + hours(24));
    await desk.runAll();
    const [seen] = await desk.read(desk.tenant.as.viewer);
    expect(seen).toMatchObject({ mayChange: false, recipients: [{ name: 'viewer' }] });
    expect(seen?.runs[0]).toMatchObject({ isMine: true, recipients: [{ name: 'viewer' }] });
    expect((await readSchedules(desk.tenant.as.viewer, desk.tenant.businessId)).people).toEqual([]);
    expect(await desk.read(desk.tenant.as.compliance)).toEqual([]);
  });
});
