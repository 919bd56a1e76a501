import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeProposals } from '#lib/access/index.ts';
import { createApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listTokenProposals } from '#lib/api-tokens/index.ts';
import { createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { listWaitingPayments, withdrawPaymentsOfTokens } from '#lib/creation-limits/index.ts';
import { createLimitFixture } from '#lib/creation-limits/testing/limit-fixture.ts';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testRequest } from '#lib/platform/testing/file-doubles.ts';
import { answerApiRequest } from './index.ts';

const desk = createLimitFixture(() => startFakeService());

/** Proposes a payment above the limit with a token that another owner approved. */
async function proposePayment(): Promise<void> {
  const { businessId, as } = desk.tenant;
  await desk.setLimit('100');
  const form = createApiTokenForm.parse({
    ...{ businessId, name: 'A shop', scopes: ['payments:write'], businesses: [businessId] },
    ...{ days: '90', addresses: '' },
  });
  const { token } = await createApiToken(as.owner, form);
  const [proposal] = await listTokenProposals(desk.second, businessId);
  const answer = { businessId, proposalId: proposal?.proposalId ?? '', comment: '' };
  await decideApiToken(desk.second, { ...answer, answer: 'approve' });
  testRequest.headers = new Headers({
    ...{ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    ...{ 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
  });
  const body = JSON.stringify({ clientPaymentId: randomUUID(), amount: '250', displayCurrency: 'EUR' });
  const request = new Request('http://localhost:3000/api/v1/payments', {
    ...{ method: 'POST', headers: testRequest.headers, body },
  });
  expect((await answerApiRequest(request)).status).toBe(201);
}

test('approvers see the name of the token that proposed a payment', async () => {
  await proposePayment();
  const [waiting] = await listWaitingPayments(desk.tenant.as.finance, desk.tenant.businessId);
  expect(waiting?.proposedBy).toBe('owner (API token A shop)');
});

test.each([
  ['revoked', { revokedAt: new Date() }],
  ['expired', { expiresAt: new Date(0) }],
])('what a token proposed that was %s leaves the list and is withdrawn', async (_state, data) => {
  await proposePayment();
  const { businessId, as } = desk.tenant;
  await database().apiToken.updateMany({ where: { personId: as.owner.actor.personId }, data });
  const { tokenId } = await database().apiToken.findFirstOrThrow({
    where: { personId: as.owner.actor.personId },
  });
  const judged = { proposedById: as.owner.actor.personId, tokenId };
  const judge = await judgeProposals(as.finance, businessId, [judged]);
  expect(judge(judged).map(({ reason }) => reason)).toContain('revokedToken');
  expect(await listWaitingPayments(as.finance, businessId)).toEqual([]);
  expect(await withdrawPaymentsOfTokens(systemContext())).toBe(1);
  expect(await withdrawPaymentsOfTokens(systemContext())).toBe(0);
  const [proposal, intent] = await Promise.all([
    database().proposal.findFirstOrThrow({ where: { businessId, kind: 'payment' } }),
    database().paymentIntent.findFirstOrThrow({ where: { businessId } }),
  ]);
  expect([proposal.state, intent.state]).toEqual(['withdrawn', 'UNSENT']);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'payment-approval.withdraw' },
  });
  expect(entry).toMatchObject({ actorKind: 'system', objectId: proposal.proposalId });
  expect(desk.service.requests).toEqual([]);
});
