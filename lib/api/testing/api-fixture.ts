import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as z from 'zod';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { apiScopes } from '#lib/access/model-api-scopes.ts';
import { createApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listTokenProposals } from '#lib/api-tokens/index.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { storeReading } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertIntent, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import type { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { toDate } from '#lib/values/instant.ts';
import { answerApiRequest } from '../index.ts';
import { apiProblem } from '../schema.ts';

/** The scopes of addresses of `/api/v1`. */
const addressScopes = apiScopes.filter((scope) => scope !== 'directory:write' && scope !== 'assistant:use');

/** Returns a valid body of each write, by the last part of its path. */
export const validBodies = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  payments: { clientPaymentId: `ORDER-${randomUUID()}`, amount: '49.90', displayCurrency: 'EUR' },
  notes: { text: 'From the shop' },
  labels: { name: 'Shop' },
  resolve: { reason: 'refunded', reasons: ['under'] },
});

/** Starts the budget of all tokens again. */
export const resetBudget = () => database().apiToken.updateMany({ data: { periodRequests: 0 } });

/** Gives a person a second factor, verified just now. Risk detail needs one. */
export async function addFactor({ actor: { personId } }: Context<PersonActor>): Promise<void> {
  const at = toDate(systemClock.now());
  await database().session.updateMany({ where: { personId }, data: { factorVerifiedAt: at } });
  await database().secondFactor.create({
    data: {
      ...{ factorId: randomUUID(), personId, kind: 'totp', keyId: 'key', secret: new Uint8Array(48) },
      ...{ createdAt: at, confirmedAt: at },
    },
  });
}

type Options = {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
};

/** Sends a request, whose headers Next knows as well. */
export function send(
  path: string,
  { token, headers: fields = {}, method = 'GET' }: Options = {},
): Promise<Response> {
  const headers = new Headers({ 'x-forwarded-for': '192.0.2.1', ...fields });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  testRequest.headers = headers;
  return answerApiRequest(new Request(`http://localhost:3000/api/v1${path}`, { method, headers }));
}

/** Reads a problem, which has to be one in full. */
export async function readProblem(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = apiProblem.strict().parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}

const page = z.object({ data: z.array(z.looseObject({})), nextCursor: z.string().nullable() });
export const readPage = async (response: Response) => page.parse(await response.json());

type Changes = { readonly businesses?: readonly string[]; readonly addresses?: string };

/** Creates records and tokens in the business of the statement fixture. */
export function createApiFixture(desk: ReturnType<typeof createStatementFixture>) {
  /** Inserts records of every kind. Returns the ID of each by the first part of its path. */
  async function fill({ hasStatement = false } = {}): Promise<Readonly<Record<string, string>>> {
    const { businessId } = desk.tenant;
    const at = new Date('2026-11-02T10:00:00Z');
    const paymentId = await insertPayment(businessId, {
      ...{ clientPaymentId: 'Order 1', status: 'PAID', recordSeen: true, coverage: 'under' },
      ...{ displayCurrency: 'EUR', expectedDisplayAmount: '0.100000000000000000000000000001' },
      ...{ actualDisplayAmount: '0.05', paymentInitiatedAt: at, depositCount: 1, confirmedDepositCount: 1 },
    });
    const depositId = await insertDeposit(businessId, paymentId, {
      ...{
        depositCurrency: 'ETH',
        depositAmount: '12345678901234567890.000000000000000001',
        status: 'CONFIRMED',
      },
      ...{
        refundFirstSeenAt: at,
        refundStatus: 'PENDING',
        refundAmount: '0.1',
        refundDepositCurrency: 'ETH',
      },
    });
    await database().depositRisk.create({
      data: { businessId, depositId, riskScore: '0.93', assessment: {} },
    });
    const withdrawalId = await insertWithdrawal(businessId, {
      displayCurrency: 'EUR',
      actualDisplayAmount: '5',
    });
    await database().withdrawalRisk.create({ data: { businessId, withdrawalId, ownerName: 'Exchange' } });
    if (hasStatement) {
      // In the month that a statement shows by default.
      const lastMonth = toDate(systemClock.now());
      lastMonth.setUTCDate(0);
      await desk.deposit(lastMonth.toISOString(), { settlementPayableAmount: '1.5' });
      await desk.open('2026-08-01', '0');
      await desk.close('2026-08');
    }
    const readings = [
      ['business', '{"id":"x","name":"Books","settlementCryptoRatio":0.5,"createdAt":1}'],
      ['minimums', '{"USDT":{"TRX":{"EUR":5.000000000000000001}}}'],
    ] as const;
    for (const [kind, body] of readings)
      await inTransaction((transaction) =>
        storeReading(transaction, {
          ...{ businessId, kind, startedAt: systemClock.now(), flaws: [] },
          body: new Uint8Array(Buffer.from(body)),
        }),
      );
    const [close] = await database().periodClose.findMany({ where: { businessId } });
    const { caseId } = await database().reviewCase.create({
      data: {
        ...{
          businessId,
          subjectKind: 'deposit',
          subjectId: depositId,
          riskCategory: 'mixer',
          riskScore: '0.93',
        },
        ...{ openedAt: at, dueAt: at, changedAt: at },
        facts: { create: [{ kind: 'risk-entity', seenAt: at, detail: {} }] },
      },
    });
    const requestId = await insertIntent(desk.tenant, 'Order 2', { state: 'CREATED' });
    return {
      ...{ 'payment-requests': requestId, cases: caseId },
      ...{ payments: paymentId, exceptions: paymentId, deposits: depositId, refunds: depositId },
      ...{ withdrawals: withdrawalId, statements: close?.closeId ?? '' },
    };
  }

  /** Creates a token of the owner that reads and writes. Another owner approves it. */
  async function createWritingToken(scopes: readonly ApiScope[] = addressScopes): Promise<string> {
    const { businessId, as } = desk.tenant;
    const second = await createPerson(new Map([[businessId, 'owner' as const]]));
    await addFactor(as.owner);
    const form = createApiTokenForm.parse({
      ...{ businessId, name: 'A shop', scopes, businesses: [businessId], days: '90', addresses: '' },
    });
    const { token } = await createApiToken(as.owner, form);
    for (const { proposalId } of await listTokenProposals(second, businessId))
      await decideApiToken(second, { businessId, proposalId, answer: 'approve', comment: '' });
    return token;
  }

  async function createToken(
    context: Context<PersonActor>,
    scopes: readonly ApiScope[] = ['payments:read'],
    changes: Changes = {},
  ): Promise<string> {
    const { businessId } = desk.tenant;
    const form = createApiTokenForm.parse({
      ...{ businessId, name: 'A program', scopes, businesses: [businessId], days: '90', addresses: '' },
      ...changes,
    });
    return (await createApiToken(context, form)).token;
  }
  return { fill, createToken, createWritingToken };
}
