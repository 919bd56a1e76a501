import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { CreatePaymentForm } from '#lib/payments/create/schema/create.ts';
import { createPaymentForm } from '#lib/payments/create/schema/create.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody } from '#lib/platform/testing/fake-service.ts';
import { toDate } from '#lib/values/instant.ts';
import { decidePaymentApproval } from '../decide-payment-approval.ts';
import { proposePayment } from '../propose-payment.ts';
import { setLimitForm } from '../schema.ts';
import { setLimit } from '../set-limit.ts';

/**
 * Registers the hooks that give each test a business with a second owner and a service that creates every payment. The
 * test file starts the service, because `vitest.config.ts` recognizes such files by that.
 */
export function createLimitFixture(startService: () => Promise<FakeService>) {
  let service: FakeService;
  let tenant: Tenant;
  let second: Context<PersonActor>;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    service.requests.length = 0;
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    tenant = await createTenant();
    second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
  });

  /** Stores an answer past the verbs. */
  const storeAnswer = (
    proposalId: string,
    state: string,
    { actor }: Context<PersonActor>,
    answeredAt = toDate(systemClock.now()),
  ) =>
    database().proposal.update({
      where: { businessId_proposalId: { businessId: tenant.businessId, proposalId } },
      data: { state, answeredById: actor.personId, answeredAt },
    });

  return {
    get service() {
      return service;
    },
    get tenant() {
      return tenant;
    },
    /** Another owner. */
    get second() {
      return second;
    },
    storeAnswer,
    setLimit: (amount: string, context: Context<PersonActor> = tenant.as.owner, currency = 'EUR') =>
      setLimit(context, setLimitForm.parse({ businessId: tenant.businessId, currency, amount })),
    createForm: (amount: string, more: Partial<CreatePaymentForm> = {}): CreatePaymentForm => ({
      ...createPaymentForm.parse({
        businessId: tenant.businessId,
        clientPaymentId: `ORDER-${randomUUID()}`,
        priceIn: 'fiat',
        amount,
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
      }),
      ...more,
    }),
    answer: (
      context: Context<PersonActor>,
      proposalId: string,
      decision: 'approve' | 'decline' | 'withdraw',
    ) => decidePaymentApproval(context, { businessId: tenant.businessId, proposalId, answer: decision }),
    listActions: async (objectType: string) =>
      (
        await database().auditEntry.findMany({
          where: { chainId: tenant.businessId, objectType },
          orderBy: { sequence: 'asc' },
        })
      ).map(({ action }) => action),
    /** Proposes a payment and approves it without sending it. */
    approveUnsent: async (proposed: CreatePaymentForm): Promise<string> => {
      const { waiting } = await proposePayment(tenant.as.finance, proposed);
      const proposalId = waiting.at(-1)?.proposalId ?? '';
      await storeAnswer(proposalId, 'final', tenant.as.owner);
      return proposalId;
    },
    /** Runs a statement past the triggers. */
    runPastTriggers: async (statement: string, ...values: readonly string[]): Promise<void> => {
      const client = await databasePool().connect();
      try {
        await client.query('BEGIN; SET LOCAL session_replication_role = replica');
        await client.query(statement, [...values]);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
  };
}
