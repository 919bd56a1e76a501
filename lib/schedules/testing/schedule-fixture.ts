import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createExportFiles } from '#lib/exports/index.ts';
import { sendMail } from '#lib/mail/index.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import type { Clock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { readBody, startMailServer } from '#lib/platform/testing/mail-server.ts';
import { instant } from '#lib/values/instant.ts';
import { createSchedule } from '../change-schedule.ts';
import { openRun, readSchedules, runSchedules } from '../index.ts';
import { createScheduleForm } from '../schema.ts';

/** When each test begins. */
export const startTime = Date.parse('2026-11-20T12:00:00Z');
export const hours = (count: number): number => count * 3_600_000;

export const listIds = (...people: readonly Context<PersonActor>[]) =>
  people.map(({ actor }) => actor.personId);

/** A business in Berlin with a mail server and a clock, created again before each test. */
export function createScheduleFixture() {
  let server: MailServer;
  let tenant: Tenant;
  let now = startTime;
  const clock: Clock = { now: () => instant(now) };
  const stop = () => AbortSignal.timeout(60_000);

  beforeAll(async () => {
    server = await startMailServer();
    Object.assign(testEnv, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
      SMTP_FROM: 'Countinghouse <desk@house.test>',
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    now = startTime;
    await database().reportRun.deleteMany({});
    await database().reportSchedule.deleteMany({});
    await database().mailMessage.deleteMany({});
    server.received.length = 0;
    tenant = await createTenant(clock);
    await database().business.update({
      where: { id: tenant.businessId },
      data: { timeZone: 'Europe/Berlin', name: 'Harbour Books' },
    });
    for (const role of ['owner', 'compliance'] as const)
      await addFactor(tenant.as[role].actor.personId, clock.now());
  });

  const run = () => runSchedules(systemContext('schedules', clock), stop());
  const read = async (as = tenant.as.finance) => (await readSchedules(as, tenant.businessId)).schedules;
  const readRuns = async (as = tenant.as.finance) => (await read(as))[0]?.runs ?? [];
  return {
    clock,
    stop,
    run,
    read,
    readRuns,
    get tenant() {
      return tenant;
    },
    setTime: (time: number) => {
      now = time;
    },
    /** The texts of all mails that arrived. */
    readMails: () => server.received.map(({ raw }) => readBody(raw)),
    /** Runs the jobs until nothing moves. */
    runAll: async () => {
      await run();
      await createExportFiles(systemContext('exports', clock), stop());
      await run();
      await sendMail(systemContext('mail', clock), stop());
      await run();
    },
    /** Schedules a statement in EUR for the viewer each day at 8 in Berlin, unless the fields say otherwise. */
    schedule: async (fields: Readonly<Record<string, unknown>> = {}, by = tenant.as.finance) => {
      const form = createScheduleForm.parse({
        ...{ businessId: tenant.businessId, name: 'Morning figures', kind: 'statement', currency: 'EUR' },
        ...{ list: null, viewId: null, format: null, target: null, mode: null },
        ...{ cadence: 'daily', day: null, hour: 8 },
        recipients: listIds(tenant.as.viewer),
        ...fields,
      });
      return (await createSchedule(by, form)).scheduleId;
    },
    listActions: async () =>
      (
        await database().auditEntry.findMany({
          where: { chainId: tenant.businessId, objectType: 'schedule' },
          orderBy: { sequence: 'asc' },
        })
      ).map(({ action, actorKind }) => `${actorKind} ${action}`),
    /** Opens the newest run of the first schedule. */
    openAs: async (who: Context<PersonActor>) =>
      openRun(who, tenant.businessId, (await readRuns())[0]?.runId ?? ''),
  };
}
