import type { FastifyInstance } from 'fastify';
import { toCallbackView } from '../callbacks/view.ts';
import { FaultError, readFaultMix } from '../faults/faults.ts';
import { addHistory } from '../history/add-history.ts';
import { chooseCoin } from '../lifecycle/choose-coin.ts';
import { decideReview } from '../lifecycle/decide-deposit.ts';
import { findBusiness } from '../lifecycle/find-business.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { findDeposit } from '../lifecycle/payment-state.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import { processWithdrawal, startWithdrawal } from '../lifecycle/withdraw.ts';
import { changeBusiness } from '../model/change-business.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { playScenario, scenarios } from '../scenarios/index.ts';
import { readWorldSeconds } from '../world.ts';
import { readBody, readJson, toPlainNumbers } from './body.ts';
import { ApiError, notFound, sendJson } from './errors.ts';
import {
  businessPatch,
  clockBody,
  coinBody,
  decisionBody,
  historyBody,
  scenarioBody,
  transferBody,
  withdrawalBody,
} from './sandbox-schemas.ts';
import { toServedRecord } from './served-record.ts';

type WithId = { Params: { id: string } };
type WithQuery = { Querystring: Record<string, string | undefined> };

const wholeNumber = (text: string | undefined, usual: number, most: number): number => {
  const value = Number(text ?? usual);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, most) : usual;
};

/**
 * Serves the JSON API of the control panel, for tests and scripts. It is not part of the interface and needs no
 * authorization.
 */
export function serveSandboxApi(app: FastifyInstance, sandbox: RunningSandbox): void {
  const { world, store, clock } = sandbox;
  const payment = (id: string): PaymentState => {
    const found = store.payments.find(id);
    if (found === null) throw notFound('payment');
    return found;
  };
  const knownBusiness = (id: string | undefined): string => {
    if (id === undefined || id === '') return '';
    const found = store.businesses.find(id);
    if (found === null) throw notFound('business');
    return found.id;
  };

  app.get('/sandbox/api/health', (_request, reply) =>
    sendJson(reply, 200, {
      status: 'ok',
      businesses: store.businesses.all().length,
      callbacksWaiting: store.callbacks.waiting(),
      clock: { now: readWorldSeconds(world), speed: clock.speed() },
    }),
  );

  app.get('/sandbox/api/businesses', (_request, reply) => sendJson(reply, 200, store.businesses.all()));
  app.get<WithId>('/sandbox/api/businesses/:id', (request, reply) => {
    knownBusiness(request.params.id);
    return sendJson(reply, 200, store.businesses.find(request.params.id));
  });
  app.patch<WithId>('/sandbox/api/businesses/:id', (request, reply) => {
    const business = store.businesses.find(request.params.id);
    if (business === null) throw notFound('business');
    return sendJson(reply, 200, changeBusiness(store, business, readBody(request, businessPatch)));
  });

  app.get<WithQuery>('/sandbox/api/payments', (request, reply) => {
    const { businessId, after, limit } = request.query;
    const known = knownBusiness(businessId);
    const size = wholeNumber(limit, 200, 1_000);
    const { payments, next } = store.payments.page(known || null, wholeNumber(after, 0, 2 ** 52), size);
    return sendJson(reply, 200, { payments: payments.map(toServedRecord), next });
  });
  app.get<WithId>('/sandbox/api/payments/:id', (request, reply) =>
    sendJson(reply, 200, toServedRecord(payment(request.params.id))),
  );
  app.post<WithId>('/sandbox/api/payments/:id/coin', (request, reply) => {
    const { depositCurrency, network } = readBody(request, coinBody);
    const state = payment(request.params.id);
    chooseCoin(world, state, depositCurrency, network);
    return sendJson(reply, 200, toServedRecord(state));
  });
  app.post<WithId>('/sandbox/api/payments/:id/deposits', (request, reply) => {
    const sending = readBody(request, transferBody);
    return sendJson(reply, 200, receiveDeposit(world, payment(request.params.id), sending));
  });
  app.post<WithId>('/sandbox/api/deposits/:id/decision', (request, reply) => {
    const { outcome } = readBody(request, decisionBody);
    const state = store.payments.findByDeposit(request.params.id);
    if (state === null) throw notFound('deposit');
    const deposit = findDeposit(state, request.params.id.toLowerCase());
    if (deposit.status !== 'COMPLIANCE_REVIEW')
      throw new ApiError(409, 'CONFLICT', `This deposit is ${deposit.status}, not under review.`);
    store.transaction(() => decideReview(world, state, deposit.id, outcome));
    return sendJson(reply, 200, deposit);
  });

  app.get<WithQuery>('/sandbox/api/withdrawals', (request, reply) => {
    const { businessId, limit } = request.query;
    const size = wholeNumber(limit, 200, 1_000);
    return sendJson(reply, 200, store.withdrawals.newest(knownBusiness(businessId), size));
  });
  app.post('/sandbox/api/withdrawals', (request, reply) =>
    sendJson(reply, 200, startWithdrawal(world, readBody(request, withdrawalBody))),
  );
  app.post<WithId>('/sandbox/api/withdrawals/:id/broadcast', (request, reply) => {
    const { id } = request.params;
    if (store.withdrawals.find(id) === null) throw notFound('withdrawal');
    store.transaction(() => processWithdrawal(world, id));
    return sendJson(reply, 200, store.withdrawals.find(id));
  });

  app.get<WithQuery>('/sandbox/api/callbacks', (request, reply) => {
    const { businessId, before, limit } = request.query;
    const size = wholeNumber(limit, 200, 1_000);
    const found = store.callbacks.newest(knownBusiness(businessId), wholeNumber(before, 0, 2 ** 52), size);
    return sendJson(
      reply,
      200,
      found.map((callback) => toCallbackView(store, callback)),
    );
  });
  app.get<WithId>('/sandbox/api/callbacks/:id', (request, reply) => {
    const callback = store.callbacks.find(request.params.id);
    if (callback === null) throw notFound('callback');
    return sendJson(reply, 200, toCallbackView(store, callback, 1_000));
  });
  app.post<WithId>('/sandbox/api/callbacks/:id/resend', async (request, reply) => {
    const callback = store.callbacks.find(request.params.id);
    if (callback === null) throw notFound('callback');
    await sandbox.dispatcher.resend(callback);
    return sendJson(reply, 200, toCallbackView(store, store.callbacks.find(callback.id) ?? callback));
  });
  app.get<WithQuery>('/sandbox/api/history/callbacks', (request, reply) => {
    const { businessId, after, limit } = request.query;
    const known = knownBusiness(businessId);
    const size = wholeNumber(limit, 500, 2_000);
    return sendJson(reply, 200, store.callbacks.past(known, wholeNumber(after, 0, 2 ** 52), size));
  });

  app.post('/sandbox/api/past', (request, reply) => {
    const { businessId, ...wish } = readBody(request, historyBody);
    const known = knownBusiness(businessId);
    const businesses = store.businesses.all().filter(({ id }) => known === '' || id === known);
    const seed = addHistory(world, readWorldSeconds(world), { businesses, ...wish });
    return sendJson(reply, 200, { seed, businesses: businesses.length, ...wish });
  });

  const clockView = () => ({ now: readWorldSeconds(world), speed: clock.speed() });
  app.get('/sandbox/api/clock', (_request, reply) => sendJson(reply, 200, clockView()));
  app.put('/sandbox/api/clock', (request, reply) => {
    const { speed, advanceSeconds } = readBody(request, clockBody);
    try {
      if (advanceSeconds !== undefined) clock.advance(advanceSeconds);
      if (speed !== undefined) clock.setSpeed(speed);
    } catch (error) {
      if (error instanceof RangeError) throw new ApiError(422, 'INVALID_REQUEST', error.message);
      throw error;
    }
    sandbox.catchUp();
    return sendJson(reply, 200, clockView());
  });

  app.get('/sandbox/api/faults', (_request, reply) => sendJson(reply, 200, sandbox.faults.list()));
  app.put('/sandbox/api/faults', (request, reply) => {
    try {
      sandbox.faults.set(readFaultMix(toPlainNumbers(readJson(request)), readWorldSeconds(world)));
    } catch (error) {
      if (error instanceof FaultError) throw new ApiError(422, 'INVALID_REQUEST', error.message);
      throw error;
    }
    return sendJson(reply, 200, sandbox.faults.list());
  });

  app.get('/sandbox/api/scenarios', (_request, reply) =>
    sendJson(
      reply,
      200,
      scenarios.map(({ name, title, description }) => ({ name, title, tells: description })),
    ),
  );
  app.post<{ Params: { name: string } }>('/sandbox/api/scenarios/:name', (request, reply) => {
    const { businessId, paymentId } = readBody(request, scenarioBody);
    const business = businessId === undefined ? store.businesses.all()[0] : store.businesses.find(businessId);
    if (!business) throw notFound('business');
    const made = paymentId === undefined ? null : payment(paymentId);
    if (made !== null && findBusiness(world, made).id !== business.id) throw notFound('payment');
    const outcome = playScenario(world, sandbox.faults, business, request.params.name, made);
    if (outcome === null) throw notFound('scenario');
    return sendJson(reply, 200, { scenario: request.params.name, businessId: business.id, ...outcome });
  });
}
