import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import 'server-only';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { addFactors, systemContext } from '#lib/database/testing/tenant.ts';
import { sendMail } from '#lib/mail/index.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { MailServer } from '#lib/platform/testing/mail-server.ts';
import { readBody, readHeaders, startMailServer } from '#lib/platform/testing/mail-server.ts';
import { instant } from '#lib/values/instant.ts';
import { createNotifications } from '../create-notifications.ts';
import { mailNotifications } from '../mail-notifications.ts';

type Desk = Tenant & {
  readonly second: Tenant['as']['compliance'];
  readonly change: (depositId: string, data: { status: string }) => Promise<unknown>;
  readonly sweep: () => Promise<unknown>;
};

/** Returns the first noon in UTC after the instant. */
const nextNoon = (time: number) => (Math.floor(time / 86_400_000 + 0.5) + 0.5) * 86_400_000;

/** Starts a mail server for a test file. Each test gets a new desk and a clock at noon that it can move forward. */
export function createCaseMailFixture<CaseDesk extends Desk>(
  createDesk: (clock: Clock) => Promise<CaseDesk>,
) {
  let server: MailServer;
  let desk: CaseDesk;
  let now: number = systemClock.now();
  const clock: Clock = { now: () => instant(now) };

  /** Creates the notifications, then queues and sends the emails. */
  const tell = async () => {
    const [context, stop] = [systemContext('notifications', clock), AbortSignal.timeout(20_000)];
    const created = await createNotifications(context, stop);
    const queued = await mailNotifications(context, stop);
    return { ...created, ...queued, ...(await sendMail(context, stop)) };
  };

  beforeAll(async () => {
    server = await startMailServer();
    Object.assign(testEnv, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
      SMTP_FROM: 'Countinghouse <desk@house.test>',
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    // Days end at midnight, so a test that began late would reach the end of its day at another step.
    now = nextNoon(now);
    await database().notification.deleteMany({});
    await database().mailMessage.deleteMany({});
    // Skips the news of earlier tests, whose cases become overdue as the clock moves.
    await database().jobCursor.updateMany({
      data: { at: new Date('9999-01-01T00:00:00Z'), sequence: 2n ** 62n },
    });
    server.received.length = 0;
    desk = await createDesk(clock);
    await addFactors([desk.as.compliance, desk.as.owner, desk.second]);
    // The first run starts the cursors of a business.
    await tell();
  });

  return {
    clock,
    /** Returns the desk of the current test. */
    desk: () => desk,
    server: () => server,
    minutes: (count: number) => {
      now += count * 60_000;
    },
    tell,
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
