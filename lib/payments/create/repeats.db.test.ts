import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { markIntentsUnknown } from '#lib/restores/store.ts';
import type { IntentId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { createPayment } from './create-payment.ts';
import { recordNotCreated } from './record-not-created.ts';
import { createPaymentForm } from './schema/create.ts';
import { sendAgain } from './send-again.ts';
import { settleIntent } from './settle-intent.ts';

let service: FakeService;
let tenant: Tenant;
/** Each step is an hour later, so that the times of payments and requests are clearly apart. */
let now = Date.UTC(2026, 10, 1);
const clock = { now: () => instant(now) };
beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant(clock);
});
afterAll(() => service.close());

type Answer = { readonly status: 200 | 401 | 404 | 422 | 503 | 'cut'; readonly isMade: boolean };
type Made = { readonly paymentId: PaymentId; readonly by: string; readonly at: Date };

/** One client payment ID at the service and here. */
class Order {
  readonly clientPaymentId = `ORDER-${randomUUID()}`;
  readonly made: Made[] = [];
  #backup: Awaited<ReturnType<Order['read']>> | null = null;
  #refused = new Set<string>();
  readonly #where = { businessId: tenant.businessId, clientPaymentId: this.clientPaymentId };

  async read() {
    const intents = await database().paymentIntent.findMany({
      where: this.#where,
      orderBy: { createdAt: 'asc' },
    });
    const intentId = { in: intents.map(({ id }) => id) };
    return {
      intents,
      attempts: await database().paymentAttempt.findMany({ where: { intentId } }),
      links: await database().intentPayment.findMany({ where: { intentId } }),
      payments: await database().payment.findMany({
        where: this.#where,
        select: { paymentId: true },
      }),
    };
  }

  #answerWith({ status, isMade }: Answer): void {
    service.answerWith(async (request, response, raw) => {
      const body = createdBody(request.body, { paymentInitiatedAt: Math.floor(now / 1_000) });
      const paymentId = toId<PaymentId>(JSON.parse(body).paymentInfo.paymentId);
      const sending = await database().paymentIntent.findFirst({
        where: { ...this.#where, state: 'SENDING' },
      });
      // A success names the payment that it made.
      if (isMade || status === 200) this.made.push({ paymentId, by: sending?.id ?? '', at: new Date(now) });
      if (status === 'cut') return raw.socket.destroy();
      return response.writeHead(status).end(status === 200 ? body : '{"message":"refused"}');
    });
  }

  create(answer: Answer): Promise<unknown> {
    this.#answerWith(answer);
    const form = createPaymentForm.parse({
      businessId: tenant.businessId,
      clientPaymentId: this.clientPaymentId,
      priceIn: 'fiat',
      amount: '49.90',
      displayCurrency: 'EUR',
      depositCurrency: '',
      network: '',
      type: 'ONE_TIME',
      rateType: 'FIXED',
      expires: '30',
      expiresMinutes: '',
      locale: 'en',
      redirectUrl: '',
      redirectMode: 'PARENT',
      secondLinkAccepted: true,
    });
    return createPayment(tenant.as.finance, form);
  }

  async #findOpen(): Promise<IntentId | null> {
    const found = await database().paymentIntent.findFirst({ where: { ...this.#where, state: 'UNKNOWN' } });
    return found === null ? null : toId<IntentId>(found.id);
  }

  async resend(answer: Answer): Promise<void> {
    const intentId = await this.#findOpen();
    this.#answerWith(answer);
    const { businessId } = tenant;
    if (intentId !== null)
      await sendAgain(tenant.as.owner, { businessId, intentId, secondLinkAccepted: true });
  }

  async giveUp(): Promise<void> {
    const intentId = await this.#findOpen();
    if (intentId !== null)
      await recordNotCreated(tenant.as.finance, { businessId: tenant.businessId, intentId });
  }

  /** Reports a payment of the service by a callback, maybe again. */
  async report(index: number): Promise<void> {
    const payment = this.made[index % Math.max(this.made.length, 1)];
    if (payment === undefined) return;
    const { paymentId, at } = payment;
    await inTransaction(async (transaction) => {
      await transaction.payment.createMany({
        data: {
          ...{ ...this.#where, paymentId, paymentRequestedAt: at },
          ...{ sortAt: at, firstObservedAt: at, changedAt: at },
        },
        skipDuplicates: true,
      });
      await settleIntent(transaction, systemContext('callback', clock), { ...this.#where, paymentId });
    });
  }

  async backUp(): Promise<void> {
    this.#backup = await this.read();
  }

  /** Brings the rows of the backup back, with the rules of a restore. */
  async restore(): Promise<void> {
    if (this.#backup === null) return;
    const { intents, attempts, links, payments } = this.#backup;
    const lost = (await this.read()).intents.map(({ id }) => id);
    const intentId = { in: lost };
    await database().intentPayment.deleteMany({ where: { intentId } });
    await database().paymentAttempt.deleteMany({ where: { intentId } });
    await database().paymentIntent.deleteMany({ where: { id: intentId } });
    const paymentId = { notIn: payments.map((payment) => payment.paymentId) };
    await database().payment.deleteMany({ where: { ...this.#where, paymentId } });
    await database().paymentIntent.createMany({ data: intents });
    await database().paymentAttempt.createMany({ data: attempts });
    await database().intentPayment.createMany({ data: links });
    await inTransaction((transaction) =>
      markIntentsUnknown(transaction, { at: clock.now(), message: 'A backup was restored.' }),
    );
    this.#refused = new Set();
  }

  /** Checks what holds after every step. */
  async check(): Promise<void> {
    const { intents, links } = await this.read();
    const active = intents.filter(({ state }) => state !== 'REJECTED' && state !== 'UNSENT');
    expect(active.length).toBeLessThanOrEqual(1);
    for (const { id, state, paymentId } of intents) {
      if (this.#refused.has(id)) expect(state).toBe('REJECTED');
      if (state === 'REJECTED') this.#refused.add(id);
      if (state === 'CREATED')
        expect(links.some((link) => link.intentId === id && link.paymentId === paymentId)).toBe(true);
    }
  }

  /** Checks I7 once every payment of the service was reported. */
  async checkBelongings(): Promise<void> {
    for (const index of this.made.keys()) await this.report(index);
    await this.check();
    const { intents, links } = await this.read();
    for (const { paymentId, by } of this.made) {
      const owners = links.filter((link) => link.paymentId === paymentId).map(({ intentId }) => intentId);
      const maker = intents.find(({ id }) => id === by);
      // A backup may have lost the request. Another one has the payment then, or none.
      if (maker === undefined) expect(owners.length).toBeLessThanOrEqual(1);
      else {
        expect(owners).toHaveLength(1);
        // Two requests of the same step are as old as each other, so that either may have made it.
        expect(intents.find(({ id }) => id === owners[0])?.createdAt).toEqual(maker.createdAt);
      }
    }
    // A request stays open only if none of the reported payments is its own.
    for (const { id } of intents.filter(({ state }) => state === 'UNKNOWN'))
      expect(links.filter(({ intentId }) => intentId === id)).toEqual([]);
  }
}

const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom<Answer['status']>(200, 401, 404, 422, 503, 'cut'),
  isMade: fc.boolean(),
});
const index = fc.nat({ max: 5 });
/** Named, so that a failure shows the steps that lead to it. */
type Step = { readonly name: string; readonly act: (order: Order) => Promise<unknown> };
const toStep = (name: string, act: Step['act']): Step => ({ name, act });
const describeAnswer = ({ status, isMade }: Answer) => `${status}${isMade ? ' made' : ''}`;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: answer.map((given) =>
      toStep(`create ${describeAnswer(given)}`, (order) => order.create(given)),
    ),
  },
  {
    weight: 2,
    arbitrary: answer.map((given) =>
      toStep(`resend ${describeAnswer(given)}`, (order) => order.resend(given)),
    ),
  },
  { weight: 2, arbitrary: index.map((at) => toStep(`report ${at}`, (order) => order.report(at))) },
  fc.constant(toStep('give up', (order) => order.giveUp())),
);
const lone: fc.Arbitrary<Step> = fc.constantFrom(
  toStep('back up', (order) => order.backUp()),
  toStep('restore', (order) => order.restore()),
);
/** Some steps happen at the same time, as on two instances. No one works while a backup is restored. */
const together = fc.oneof(
  { weight: 5, arbitrary: fc.array(step, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: lone.map((one) => [one]) },
);
const steps = fc.array(together, { minLength: 2, maxLength: 10 });

const isRefusal = (failure: unknown) =>
  failure instanceof Error && 'code' in failure && failure.code === 'conflict';

test('each payment belongs to exactly one request, whatever is repeated, late, lost or restored', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const order = new Order();
      for (const group of all) {
        now += 3_600_000;
        const results = await Promise.allSettled(group.map(({ act }) => act(order)));
        for (const result of results)
          if (result.status === 'rejected' && !isRefusal(result.reason)) throw result.reason;
        await order.check();
      }
      await order.checkBelongings();
    }),
    { numRuns: propertyRuns(30) },
  );
});
