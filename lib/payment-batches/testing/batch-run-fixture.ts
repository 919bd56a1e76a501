import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { findScope } from '#lib/access/index.ts';
import { readAcceptedTermsInScope } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { checkCreateForm, requestPayment } from '#lib/payments/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { confirmBatch, listRows, readBatch, runPaymentBatches } from '../index.ts';
import type { RowValues } from '../model/fields.ts';
import { firstPace } from '../model/pace.ts';
import { toFormInput } from '../model/row.ts';
import type { BatchId } from '../schema.ts';
import { uploadRows } from './upload.ts';

const steadyPace = 1_000;

/** Starts a fake service and a business for the tests of one file, and returns what they do with batches. */
export function createBatchRunFixture() {
  let service: FakeService;
  let tenant: Tenant;
  let passed = 0;
  const clock = { now: () => instant(systemClock.now() + passed) };

  beforeAll(async () => {
    service = await startFakeService();
    tenant = await createTenant(clock);
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.requests.length = 0;
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  });

  /** Runs the batches at the pace with which a run begins, and waits half a second for each row. */
  const runAtFirstPace = () => runPaymentBatches(systemContext('test', clock), new AbortController().signal);
  /** Runs the batches as after many steady answers, so that no row waits. */
  async function run() {
    const { businessId } = tenant;
    await database().paymentBatch.updateMany({
      where: { businessId, pace: firstPace },
      data: { pace: steadyPace },
    });
    return runAtFirstPace();
  }
  const view = (batchId: BatchId) => readBatch(tenant.as.finance, tenant.businessId, batchId);
  const toKey = (batchId: BatchId) => ({ businessId: tenant.businessId, batchId });
  const sentIds = () => service.requests.map(({ body }): string => JSON.parse(body).clientPaymentId);

  function upload(count: number, prefix: string, context = tenant.as.finance): Promise<BatchId> {
    const lines = Array.from({ length: count }, (_line, at) => `${prefix}-${at + 1},10.${at + 10},EUR`);
    return uploadRows(context, tenant.businessId, ['id,amount,currency', ...lines].join('\n'));
  }

  async function confirm(batchId: BatchId, context = tenant.as.finance): Promise<BatchId> {
    const { revision } = await view(batchId);
    return (await confirmBatch(context, { ...toKey(batchId), revision: revision ?? '' })).batchId;
  }

  const confirmRows = async (count: number, prefix = randomUUID()) => confirm(await upload(count, prefix));
  const readRows = async (batchId: BatchId) =>
    (await listRows(tenant.as.finance, tenant.businessId, batchId, { show: 'all', after: 0 })).rows;
  const readWarnings = async (batchId: BatchId) =>
    (await readRows(batchId)).map(({ hasErrors, issues }) => (hasErrors ? 'error' : issues[0]?.message));

  /** Creates or corrects the payment of a row by hand. */
  async function requestByHand(values: RowValues): Promise<void> {
    const { businessId, as } = tenant;
    const { personId } = as.owner.actor;
    const scope = await findScope(businessId, personId, clock.now());
    if (scope === null) throw new Error('the owner has no role');
    const accepted = await readAcceptedTermsInScope(scope);
    const { form } = checkCreateForm(toFormInput(businessId, values), accepted);
    if (form === null) throw new Error('the form has errors');
    await requestPayment(createContext(as.owner.actor, { clock }), { scope, personId, accepted, form });
  }

  /** Stores a payment that a source other than a request reported. */
  async function reportPayment(clientPaymentId: string, at = toDate(clock.now())): Promise<string> {
    const paymentId: string = randomUUID();
    const { businessId } = tenant;
    await database().payment.create({
      data: {
        businessId,
        paymentId,
        clientPaymentId,
        paymentRequestedAt: at,
        url: 'https://pay.example/1',
        sortAt: at,
        firstObservedAt: at,
        changedAt: at,
      },
    });
    return paymentId;
  }

  return {
    clock,
    /** Moves the clock forward. */
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
    getService: () => service,
    getTenant: () => tenant,
    run,
    runAtFirstPace,
    view,
    toKey,
    sentIds,
    upload,
    confirm,
    confirmRows,
    readRows,
    readWarnings,
    requestByHand,
    reportPayment,
  };
}
