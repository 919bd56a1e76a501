import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScriptedService } from '#lib/payments/testing/scripted-service.ts';
import { depositRecordSample, paymentRecordSample } from '#lib/platform/testing/wire-samples.ts';

const service = await startScriptedService();
const { database } = await import('#lib/database/pools.ts');
const { createCaseFixture } = await import('../testing/case-fixture.ts');
const { findReadingPause, readPaymentsForReview } = await import('#lib/payments/index.ts');
const { readCaseNow } = await import('../cases/read-case.ts');

let desk: Awaited<ReturnType<typeof createCaseFixture>>;
beforeAll(async () => {
  desk = await createCaseFixture();
});
afterAll(async () => {
  service.close();
});

type Flagged = Awaited<ReturnType<typeof desk.flagged>>;

/** Lets the service return the payment with its deposit in this state. */
function reports({ paymentId, depositId }: Flagged, deposit: Record<string, unknown> = {}) {
  const record = paymentRecordSample(desk.businessId, {
    paymentId,
    deposits: [
      depositRecordSample({
        id: depositId,
        status: 'COMPLIANCE_REVIEW',
        uniformPayableAmount: '10',
        ...deposit,
      }),
    ],
  });
  service.says(200, JSON.stringify(record));
}

/** A case whose payment was read once, so that the next answer brings no news. */
async function readOnce() {
  const found = await desk.flagged();
  reports(found);
  const where = { businessId: desk.businessId, caseId: found.caseId };
  await readCaseNow(desk.as.compliance, where);
  await desk.sweep();
  return { ...found, where };
}

const readStoredPayment = ({ paymentId }: Pick<Flagged, 'paymentId'>) =>
  database().payment.findFirstOrThrow({
    where: { paymentId },
    select: { lastReadAt: true, nextReadAt: true, readFailures: true, lastReadError: true, changedAt: true },
  });
const readAnswers = ({ paymentId }: Pick<Flagged, 'paymentId'>) =>
  database().serviceAnswer.findMany({ where: { paymentId }, omit: { body: true }, orderBy: { id: 'asc' } });

test('refuses to clear a deposit that the service has blocked meanwhile', async () => {
  const found = await readOnce();
  reports(found, { status: 'BLOCKED' });
  await expect(desk.propose(found.caseId, 'clear')).rejects.toThrow(
    'changed from COMPLIANCE_REVIEW to BLOCKED',
  );
  const view = await desk.view(found.caseId);
  expect(view.own.serviceStatus).toBe('BLOCKED');
  expect(view.reading).toMatchObject({ canRead: true, lastReadAt: expect.any(Number), failed: null });
});

test('decides with an unchanged payment, and shows finance nothing of the read', async () => {
  const found = await readOnce();
  const [payment, answers] = [await readStoredPayment(found), await readAnswers(found)];
  const read = await readCaseNow(desk.second, found.where);
  expect(read).toEqual({ kind: 'read', changed: false });
  expect(await desk.propose(found.caseId, 'clear')).toMatchObject({
    state: 'decided',
    read: { kind: 'read', changed: false },
  });
  expect(await readStoredPayment(found)).toEqual(payment);
  expect(await readAnswers(found)).toEqual(answers);
  const entries = await database().auditEntry.findMany({ where: { objectId: found.paymentId } });
  expect(entries).toEqual([]);
});

test('decides although the service does not answer, says so, and leaves no failure on the payment', async () => {
  const found = await readOnce();
  const payment = await readStoredPayment(found);
  service.hangsUp();
  expect(await desk.propose(found.caseId, 'clear')).toMatchObject({
    state: 'decided',
    read: { kind: 'failed', reason: expect.any(String) },
  });
  expect((await desk.view(found.caseId)).reading.failed).not.toBeNull();
  expect(await readStoredPayment(found)).toEqual(payment);
  expect(await findReadingPause()).toBeNull();
});

test('stops waiting for a slow service at the deadline', async () => {
  const { paymentId } = await readOnce();
  service.answers(() => {});
  const read = await readPaymentsForReview(desk.second, desk.businessId, [paymentId], 100);
  expect(read).toMatchObject({ kind: 'failed' });
});

test('refuses a proposal of a stale session before it reads the service', async () => {
  const found = await readOnce();
  const { sessionId } = desk.as.compliance.actor;
  const entries = () =>
    database().auditEntry.count({ where: { objectId: found.caseId, action: 'review-case.read' } });
  const before = await entries();
  const { authenticatedAt } = await database().session.findUniqueOrThrow({ where: { id: sessionId } });
  await database().session.update({ where: { id: sessionId }, data: { authenticatedAt: new Date(0) } });
  await expect(desk.propose(found.caseId, 'report')).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  expect(await entries()).toBe(before);
  await database().session.update({ where: { id: sessionId }, data: { authenticatedAt } });
  expect(await desk.propose(found.caseId, 'report')).toMatchObject({ state: 'proposed' });
  expect(await entries()).toBe(before + 1);
});
