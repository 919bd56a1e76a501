import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import * as z from 'zod';
import { requestPayment } from './fixtures/new-payment.ts';
import { sendAction } from './fixtures/send-action.ts';
import { expect, test } from './fixtures/test.ts';

const opened = z.object({
  view: z.object({
    version: z.number(),
    own: z.object({ serviceStatus: z.string().nullable(), refundStatus: z.string().nullable() }),
  }),
});

/** Proposes to clear a case that a person opened on a payment. */
async function proposeToClear(request: APIRequestContext, businessId: string, subjectId: string) {
  const text = await sendAction(request, 'openManualCaseAction', {
    ...{ businessId, subjectKind: 'payment', subjectId },
    reason: 'The customer was reported last week.',
  });
  const caseId = /"caseId":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  for (const step of ['identity', 'source', 'sanctions'])
    await sendAction(request, 'checkStepAction', { businessId, caseId, step, done: true });
  const response = await request.get(`/api/businesses/${businessId}/reviews/${caseId}/whole`);
  const { version, own } = opened.parse(await response.json()).view;
  await sendAction(request, 'proposeDecisionAction', {
    ...{ businessId, caseId, version, kind: 'clear', finding: 'no-concern', sameReason: true },
    reason: 'The report was about another customer.',
    seen: [{ caseId, status: own.serviceStatus, refundStatus: own.refundStatus }],
  });
}

test('approves several proposals in one go, and only those that were opened', async ({
  finance,
  compliance,
  owner,
}) => {
  const { businessId } = compliance;
  const prefix = `several-${randomUUID().slice(0, 8)}`;
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      const terms = { clientPaymentId: `${prefix}-${number}`, amount: '49.90' };
      const { paymentId } = await requestPayment(finance, terms);
      await proposeToClear(compliance.page.request, businessId, paymentId);
    }),
  );
  const { page } = owner;
  await owner.open(`reviews?queue=second&q=${prefix}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  // A new document forgets what was opened, so the person stays in this one.
  for (const place of [1, 2]) {
    await page.getByRole('row').nth(place).getByRole('link').first().click();
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
    if (!page.url().includes('queue=second')) await page.goBack();
    await expect(page.getByRole('row')).toHaveCount(4);
  }
  for (const place of [1, 2, 3]) await page.getByRole('row').nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve proposals' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve proposals' });
  await expect(dialog.getByText('Not opened yet')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Approve 2 proposals' }).click();
  await expect(dialog.getByText('Approved', { exact: true })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await owner.open(`reviews?queue=decided&q=${prefix}`);
  await expect(page.getByRole('row')).toHaveCount(3);
});
