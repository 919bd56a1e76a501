import 'server-only';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { readBody, readHeaders, startMailServer } from '#lib/platform/testing/mail-server.ts';
import { instant } from '#lib/values/instant.ts';
import type { CaseFixture } from '../../testing/case-fixture.ts';
import { createCaseFixture } from '../../testing/case-fixture.ts';
import { sendAlerts } from '../send-alerts.ts';

/** Starts a mail server for a test file. Each test gets a new desk and a clock that it can move forward. */
export function createAlertMailFixture() {
  let server: MailServer;
  let desk: CaseFixture;
  let now: number = systemClock.now();
  const clock: Clock = { now: () => instant(now) };

  beforeAll(async () => {
    server = await startMailServer();
    Object.assign(process.env, {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(server.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'Countinghouse <desk@house.test>',
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await database().reviewAlert.deleteMany({});
    await database().mailMessage.deleteMany({});
    await database().reviewCase.updateMany({ data: { overdueTold: true } });
    server.received.length = 0;
    desk = await createCaseFixture(clock);
  });

  return {
    clock,
    /** Returns the desk of the current test. */
    desk: () => desk,
    server: () => server,
    minutes: (count: number) => {
      now += count * 60_000;
    },
    tell: () => sendAlerts(systemContext('alerts', clock), AbortSignal.timeout(20_000)),
    recipients: () => server.received.flatMap(({ to }) => to).toSorted(),
    /** Returns the addresses that should get the mail. */
    readers: () =>
      [desk.as.compliance, desk.as.owner, desk.second].map(({ actor }) => actor.email).toSorted(),
    subjects: () =>
      server.received.map(({ raw }) => readHeaders(raw).find((line) => line.startsWith('Subject:')) ?? ''),
    text: () => server.received.map(({ raw }) => readBody(raw)).join('\n'),
    setStatus: async (depositId: string, status: string) => {
      await desk.change(depositId, { status });
      await desk.sweep();
    },
  };
}
