import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { createPayment } from '../lifecycle/create-payment.ts';
import { listMinimums } from '../model/minimums.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';
import { checkAuthorization } from './authorization.ts';
import { readBody } from './body.ts';
import { notFound, sendJson } from './errors.ts';
import { toServedRecord } from './served-record.ts';

type WithId = { Params: { id: string } };
const getId = (request: FastifyRequest<WithId>): string => request.params.id;

/** Serves the operations of §4, and the payment read, which §4.4 only names. */
export function serveDocumented(app: FastifyInstance, sandbox: RunningSandbox): void {
  const { world, settings } = sandbox;
  const { assumed } = settings;
  const success = assumed.SERVICE_SUCCESS_STATUSES[0] ?? 200;
  app.post('/api/v1/payments', (request, reply) => {
    checkAuthorization(settings, request);
    const state = createPayment(world, readBody(request, createPaymentRequest));
    return sendJson(reply, success, { paymentInfo: toServedRecord(state), paymentUrl: state.record.url });
  });
  app.get<WithId>('/api/v1/payments/:id', (request, reply) => {
    checkAuthorization(settings, request);
    const state = world.store.payments.find(getId(request));
    if (state === null) throw notFound('payment');
    const record = toServedRecord(state);
    const field = assumed.SERVICE_PAYMENT_READ_FIELD;
    return sendJson(reply, success, field === undefined ? record : { [field]: record });
  });
  app.get<WithId>('/api/v1/businesses/:id', (request, reply) => {
    checkAuthorization(settings, request, true);
    const record = world.store.businesses.find(getId(request));
    if (record === null) throw notFound('business');
    return sendJson(reply, success, record);
  });
  app.get('/api/v1/payment/deposits/crypto/metadata', (_request, reply) =>
    sendJson(reply, success, listMinimums(readWorldSeconds(world))),
  );
}
