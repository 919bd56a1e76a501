import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { createSchedule, openRun, readSchedules, runScheduleNow } from '#lib/schedules/index.ts';
import { createScheduleForm } from '#lib/schedules/schema.ts';
import { GET } from './[job]/route.ts';

const secret = 'a-secret-of-the-scheduler';
testEnv.CRON_SECRET = secret;

const call = (job: string) =>
  GET(
    new Request(`http://localhost:3000/api/cron/${job}`, { headers: { authorization: `Bearer ${secret}` } }),
    { params: Promise.resolve({ job }) },
  );

test('prepares a report and its file when the scheduler calls, without a worker', async () => {
  const { businessId, as } = await createTenant();
  const form = createScheduleForm.parse({
    ...{ businessId, name: 'Payments', kind: 'export', list: 'payments', viewId: null, currency: null },
    ...{ format: 'xlsx', target: null, mode: null },
    ...{ cadence: 'weekly', day: 1, hour: 8, recipients: [as.accountant.actor.personId] },
  });
  const { scheduleId } = await createSchedule(as.finance, form);
  await runScheduleNow(as.finance, { businessId, scheduleId });

  expect(await (await call('schedules')).json()).toMatchObject({ ok: true, job: 'schedules', ended: 0 });
  expect((await call('exports')).status).toBe(200);
  expect(await (await call('schedules')).json()).toMatchObject({ ok: true, ended: 1, failed: 0 });

  const [schedule] = (await readSchedules(as.finance, businessId)).schedules;
  // No mail server is set up here.
  expect(schedule?.runs).toMatchObject([
    { state: 'done', requestedBy: 'finance', recipients: [{ name: 'accountant', delivery: 'app' }] },
  ]);
  const { opened } = await openRun(as.accountant, businessId, schedule?.runs[0]?.runId ?? '');
  expect(opened?.file?.fileName).toMatch(/\.xlsx$/);
  await database().reportRun.deleteMany({ where: { businessId } });
});
