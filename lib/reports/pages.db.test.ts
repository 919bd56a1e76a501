import { describe, expect, onTestFinished, test } from 'vitest';
import { decideLimitChange } from '#lib/creation-limits/decide-limit-change.ts';
import { proposePayment } from '#lib/creation-limits/propose-payment.ts';
import { createLimitFixture } from '#lib/creation-limits/testing/limit-fixture.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { requireFactor } from '#lib/factors/change-factor.ts';
import { decideFewerRoles, proposeFewerRoles } from '#lib/factors/fewer-roles.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import { decideRetentionChange } from '#lib/retention/decide-retention-change.ts';
import { setRetention } from '#lib/retention/set-retention.ts';
import { instant } from '#lib/values/instant.ts';
import { readApprovalsPage } from './index.ts';
import { readOverviewPage } from './overview-page.ts';
import { parseOverviewQuery } from './schema/overview-query.ts';

describe('Overview', () => {
  const clock = createFixedClock(instant(Date.parse('2026-11-20T12:00:00Z')));
  const query = parseOverviewQuery(() => null);

  test('returns the figures and the eight payments initiated last, newest first', async () => {
    const tenant = await createTenant(clock);
    const { as, businessId } = tenant;
    for (let hour = 1; hour <= 10; hour++)
      await insertPayment(businessId, {
        clientPaymentId: `order-${hour}`,
        recordSeen: true,
        status: 'DEPOSITED',
        sortAt: new Date(Date.UTC(2026, 10, 19, hour)),
      });

    const { overview, recent } = await readOverviewPage(as.viewer, businessId, query);
    expect(recent.map(({ clientPaymentId }) => clientPaymentId)).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((hour) => `order-${hour}`),
    );
    expect(overview).toMatchObject({ query, today: '2026-11-20' });
  });

  test('returns nothing of another business', async () => {
    const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
    await insertPayment(other.businessId, { recordSeen: true });
    expect((await readOverviewPage(tenant.as.viewer, tenant.businessId, query)).recent).toEqual([]);
    await expect(readOverviewPage(tenant.as.owner, other.businessId, query)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('Approvals', () => {
  const desk = createLimitFixture(() => startFakeService());

  test('announces every change of the page to the people who see it', async () => {
    const { businessId, as } = desk.tenant;
    const { owner, finance } = as;
    const listening = Promise.withResolvers<void>();
    let announced: (topics: readonly string[]) => void = () => undefined;
    const stop = subscribe((event) => {
      if (event.kind === 'missed') listening.resolve();
      if (event.kind === 'change' && event.businessId === businessId) announced(event.topics);
    });
    onTestFinished(stop);
    await listening.promise;
    /** Acts, and expects that the page of the owner changes with an announcement of this topic. */
    async function expectChange<Result>(topic: string, act: () => Promise<Result>): Promise<Result> {
      const before = await readApprovalsPage(owner, businessId);
      const heard = Promise.withResolvers<void>();
      announced = (topics) => {
        if (topics.includes(topic)) heard.resolve();
      };
      const result = await act();
      expect(await readApprovalsPage(owner, businessId)).not.toEqual(before);
      await heard.promise;
      return result;
    }
    const settings = <Result>(act: () => Promise<Result>) => expectChange('settings-proposals', act);

    await settings(() => desk.setLimit('100'));
    const { changes } = await settings(() => desk.setLimit('900'));
    const limit = { businessId, proposalId: changes[0]?.proposalId ?? '', answer: 'withdraw' } as const;
    await settings(() => decideLimitChange(owner, limit));

    const years = { businessId, kind: 'callback', years: 1 } as const;
    const retention = (await settings(() => setRetention(owner, years))).changes[0];
    const time = { businessId, proposalId: retention?.proposalId ?? '', answer: 'withdraw' } as const;
    await settings(() => decideRetentionChange(owner, time));

    await requireFactor(owner, { businessId, roles: ['finance'] });
    const fewer = { businessId, roles: [], reason: 'Finance only prepares.' };
    const { proposalId } = await settings(() => proposeFewerRoles(owner, fewer));
    const roles = { businessId, proposalId, answer: 'withdraw', comment: '' } as const;
    await settings(() => decideFewerRoles(owner, roles));

    const { waiting } = await expectChange('approvals', () =>
      proposePayment(finance, desk.createForm('250')),
    );
    const payment = waiting[0]?.proposalId ?? '';
    await expectChange('approvals', () => desk.answer(finance, payment, 'withdraw'));
  });
});
