import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import {
  businessPatch,
  clockBody,
  decisionBody,
  historyBody,
  withdrawalBody,
} from '../api/sandbox-schemas.ts';
import { readSending } from '../checkout/sending-form.ts';
import { FaultError, readFaultMix } from '../faults/faults.ts';
import { addHistory } from '../history/add-history.ts';
import { decideReview } from '../lifecycle/decide-deposit.ts';
import { findBusiness } from '../lifecycle/find-business.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import { processWithdrawal, startWithdrawal } from '../lifecycle/withdraw.ts';
import { changeBusiness } from '../model/change-business.ts';
import { readForm } from '../page/forms.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { complianceScenarios } from '../scenarios/compliance.ts';
import { playScenario } from '../scenarios/index.ts';
import { operationScenarios } from '../scenarios/operations.ts';
import { payerScenarios } from '../scenarios/payers.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { readWorldSeconds } from '../world.ts';
import { renderBankPage } from './bank.ts';
import { readPatchForm, renderBusinessForm } from './business.ts';
import { renderCallbackList } from './callbacks.ts';
import { readMixForm, renderFaultForm } from './faults.ts';
import type { PanelPage } from './frame.ts';
import { newPaymentNote, renderOption, sendPanel } from './frame.ts';
import { renderOverview } from './overview.ts';
import { renderPaymentPage } from './payment.ts';
import { renderPaymentList } from './payments.ts';
import { renderWithdrawalPage } from './withdrawals.ts';

const group = (title: string, list: readonly Scenario[]): Html =>
  html`<section class="card flush"><header><h2>${title}</h2></header><ul class="scenarios">${list.map(
    ({ name, title: head, description, neverConfirms = false }) =>
      html`<li class="scenario"><div><h3>${head}</h3><p class="muted">${description}${neverConfirms ? ' Needs a payment of yours, because no deposit is confirmed.' : ''}</p></div><button name="scenario" value="${name}" aria-label="Play: ${head}">Play</button></li>`,
  )}</ul></section>`;

/** Renders all scenarios, which can be played at a business. */
const renderScenarioPage = (sandbox: RunningSandbox, businessId: string): Html =>
  html`<form method="post" action="/sandbox/scenarios" class="stack">
<div class="row"><label class="inline">At business<select name="businessId">${sandbox.store.businesses.all().map(({ id, name }) => renderOption(id, name ?? id, businessId))}</select></label>
<label class="inline">With payment<input name="paymentId" placeholder="Payment ID, or empty for a new one"></label></div>
<p class="muted">Enter the ID of a payment from your dashboard, and the scenario happens to it. ${newPaymentNote}</p>
${group('Busy days and bad ones', operationScenarios)}${group('Payers', payerScenarios)}${group('Compliance', complianceScenarios)}</form>`;

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>;
type Route = { Params: { id: string }; Querystring: Record<string, string | undefined> };
type Page = { place: PanelPage; title: string; content: () => Html; aside?: Html };

const cursor = (text: string | undefined): number => Number.parseInt(text ?? '0', 10) || 0;

/** Returns the fields with a value. Empty fields count as missing. */
const filled = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...form].filter(([, value]) => value.trim() !== ''));

function describeProblem(error: unknown): string | null {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
  const isExpected = error instanceof Refusal || error instanceof FaultError || error instanceof RangeError;
  return isExpected ? error.message : null;
}

/** Serves the control panel. It has no access control, so it belongs on a private machine. */
export function servePanel(app: FastifyInstance, sandbox: RunningSandbox): void {
  const { world, store } = sandbox;
  const show = (reply: FastifyReply, page: Page | null, problem: string | null = null): FastifyReply =>
    page === null
      ? sendPanel(
          reply,
          sandbox,
          { place: '/sandbox', title: 'Not here', problem: 'There is nothing at this address.' },
          html``,
        )
      : sendPanel(
          reply,
          sandbox,
          { place: page.place, title: page.title, problem, ...(page.aside && { aside: page.aside }) },
          page.content(),
        );

  const pages = {
    overview: (): Page => ({ place: '/sandbox', title: 'Overview', content: () => renderOverview(sandbox) }),
    payments: ({ query }: Request): Page => ({
      place: '/sandbox/payments',
      title: 'Payments',
      content: () =>
        renderPaymentList(sandbox, {
          businessId: query['businessId'] ?? '',
          status: query['status'] ?? '',
          search: query['q'] ?? '',
          before: cursor(query['before']),
        }),
    }),
    payment: ({ params }: Request): Page | null => {
      const state = store.payments.find(params.id);
      if (state === null) return null;
      const title = state.record.clientPaymentId;
      return {
        place: '/sandbox/payments',
        title,
        content: () => renderPaymentPage(sandbox, store.payments.find(params.id) ?? state),
      };
    },
    business: ({ params }: Request): Page | null => {
      const business = store.businesses.find(params.id);
      if (business === null) return null;
      return {
        place: '/sandbox',
        title: business.name ?? business.id,
        content: () => renderBusinessForm(business),
      };
    },
    withdrawals: ({ query }: Request): Page => ({
      place: '/sandbox/withdrawals',
      title: 'Withdrawals',
      content: () => renderWithdrawalPage(sandbox, query['businessId'] ?? ''),
    }),
    bank: ({ query }: Request): Page => ({
      place: '/sandbox/bank',
      title: 'Bank',
      content: () => renderBankPage(sandbox, query['businessId'] ?? ''),
    }),
    callbacks: ({ query }: Request): Page => ({
      place: '/sandbox/callbacks',
      title: 'Callbacks',
      content: () => renderCallbackList(sandbox, query['businessId'] ?? '', cursor(query['before'])),
    }),
    faults: (): Page => ({
      place: '/sandbox/faults',
      title: 'Faults',
      content: () => renderFaultForm(sandbox),
    }),
    scenarios: ({ query }: Request): Page => ({
      place: '/sandbox/scenarios',
      title: 'Scenarios',
      content: () => renderScenarioPage(sandbox, query['businessId'] ?? ''),
    }),
  };

  const page = (address: string, of: (request: Request) => Page | null) =>
    app.get<Route>(address, (request, reply) => show(reply, of(request)));
  page('/sandbox', pages.overview);
  page('/sandbox/payments', pages.payments);
  page('/sandbox/payments/:id', pages.payment);
  page('/sandbox/businesses/:id', pages.business);
  page('/sandbox/withdrawals', pages.withdrawals);
  page('/sandbox/bank', pages.bank);
  page('/sandbox/callbacks', pages.callbacks);
  page('/sandbox/faults', pages.faults);
  page('/sandbox/scenarios', pages.scenarios);

  /** Handles a posted form: redirects to the next page, or shows the same page with the reason of the refusal. */
  const action = (
    address: string,
    again: (request: Request) => Page | null,
    act: (form: URLSearchParams, id: string) => string | Promise<string>,
  ) =>
    app.post<Route>(address, async (request, reply) => {
      try {
        return reply.redirect(await act(readForm(request), request.params.id), 303);
      } catch (error) {
        const problem = describeProblem(error);
        if (problem === null) throw error;
        return show(reply, again(request), problem);
      }
    });

  action('/sandbox/payments/:id/deposits', pages.payment, (form, id) => {
    const state = store.payments.find(id);
    if (state === null) throw new Refusal('There is no such payment.');
    receiveDeposit(world, state, form.has('exact') ? {} : readSending(form));
    return `/sandbox/payments/${id}`;
  });
  action('/sandbox/deposits/:id/decision', pages.payments, (form, id) => {
    const state = store.payments.findByDeposit(id);
    if (state === null) throw new Refusal('There is no such deposit.');
    const { outcome } = decisionBody.parse(filled(form));
    store.transaction(() => decideReview(world, state, id, outcome));
    return `/sandbox/payments/${state.record.paymentId}`;
  });
  action('/sandbox/withdrawals', pages.withdrawals, (form) => {
    const { pair = '', ...rest } = filled(form);
    const [withdrawCurrency, network] = pair.split(':');
    startWithdrawal(world, withdrawalBody.parse({ ...rest, withdrawCurrency, network }));
    return '/sandbox/withdrawals';
  });
  action('/sandbox/withdrawals/:id/broadcast', pages.withdrawals, (_form, id) => {
    store.transaction(() => processWithdrawal(world, id));
    return '/sandbox/withdrawals';
  });
  action('/sandbox/callbacks/:id/resend', pages.callbacks, async (_form, id) => {
    const callback = store.callbacks.find(id);
    if (callback === null) throw new Refusal('There is no such callback.');
    await sandbox.dispatcher.resend(callback);
    return '/sandbox/callbacks';
  });
  action('/sandbox/businesses/:id', pages.business, (form, id) => {
    const business = store.businesses.find(id);
    if (business === null) throw new Refusal('There is no such business.');
    changeBusiness(store, business, businessPatch.parse(readPatchForm(form)));
    return '/sandbox';
  });
  action('/sandbox/clock', pages.overview, (form) => {
    const { speed, advanceSeconds } = clockBody.parse(filled(form));
    if (advanceSeconds !== undefined) sandbox.clock.advance(advanceSeconds);
    if (speed !== undefined) sandbox.clock.setSpeed(speed);
    sandbox.catchUp();
    return '/sandbox';
  });
  action('/sandbox/past', pages.overview, (form) => {
    const { businessId, ...wish } = historyBody.parse(filled(form));
    const businesses = store.businesses
      .all()
      .filter(({ id }) => businessId === undefined || id === businessId);
    addHistory(world, readWorldSeconds(world), { businesses, ...wish });
    return '/sandbox/payments';
  });
  action('/sandbox/faults', pages.faults, (form) => {
    sandbox.faults.set(readFaultMix(readMixForm(form, sandbox), readWorldSeconds(world)));
    return '/sandbox/faults';
  });
  action('/sandbox/scenarios', pages.scenarios, (form) => {
    const paymentId = form.get('paymentId')?.trim() ?? '';
    const state = paymentId === '' ? null : store.payments.find(paymentId);
    if (paymentId !== '' && state === null) throw new Refusal('There is no payment with this ID.');
    const business =
      state === null
        ? (store.businesses.find(form.get('businessId') ?? '') ?? store.businesses.all()[0])
        : findBusiness(world, state);
    if (business === undefined) throw new Refusal('There is no business.');
    const outcome = playScenario(world, sandbox.faults, business, form.get('scenario') ?? '', state);
    if (outcome === null) throw new Refusal('There is no such scenario.');
    if (state !== null) return `/sandbox/payments/${state.record.paymentId}`;
    return outcome.payments.length > 0
      ? `/sandbox/payments?businessId=${business.id}`
      : `/sandbox/withdrawals?businessId=${business.id}`;
  });
}
