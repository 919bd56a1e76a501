import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseCoin } from '../lifecycle/choose-coin.ts';
import { findBusiness } from '../lifecycle/find-business.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { Refusal } from '../lifecycle/payment-state.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import { readField, readForm } from '../page/forms.ts';
import { html } from '../page/html.ts';
import { sendPage } from '../page/shell.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';
import { renderAmount } from './amounts.ts';
import { renderLivePart } from './live.ts';
import { readSending } from './sending-form.ts';
import { renderWallet } from './wallet.ts';
import { findCheckoutTexts, readDirection, readLanguage } from './words/index.ts';

type WithId = { Params: { id: string }; Querystring: { version?: string; theme?: string } };

/** Serves the hosted checkout (§1) in the payment's language. Other sites may embed it in a frame. */
export function serveCheckout(app: FastifyInstance, sandbox: RunningSandbox): void {
  const { world, store } = sandbox;

  function page(
    reply: FastifyReply,
    state: PaymentState,
    problem: string | null,
    wished?: string,
  ): FastifyReply {
    const { record } = state;
    const business = findBusiness(world, state);
    const language = readLanguage(record.locale);
    const words = findCheckoutTexts(language);
    const name = business.name ?? '';
    const title = words.payTo.replace('{name}', name);
    const price = state.pricedInCoin
      ? renderAmount(record.expectedDepositAmount ?? '0', record.depositCurrency ?? '', record.locale)
      : renderAmount(record.expectedDisplayAmount ?? '0', record.displayCurrency ?? '', record.locale);
    const body = html`<header class="ribbon" lang="en" dir="ltr">Sandbox: the addresses on this page belong to nobody. Never send real money to them.</header>
<main class="checkout">
<section class="card pay">
<header class="summary"><p class="payee">${title}</p><h1><span class="muted">${words.toPay}</span> ${price}</h1>
<p class="muted">${words.reference} <bdi class="reference">${record.clientPaymentId}</bdi></p></header>
${renderLivePart(world, state).markup}
</section>
${renderWallet(world, state, problem)}
</main>`;
    return sendPage(
      reply,
      {
        title,
        language,
        direction: readDirection(language),
        theme: wished ?? business.theme ?? null,
        script: 'checkout.js',
        embeddable: true,
        status: problem === null ? 200 : 422,
      },
      body,
    );
  }

  const missing = (reply: FastifyReply) =>
    sendPage(
      reply,
      {
        title: 'No such payment',
        language: 'en',
        direction: 'ltr',
        theme: null,
        script: 'checkout.js',
        embeddable: true,
        status: 404,
      },
      html`<main class="checkout"><section class="card"><h1>There is no such payment</h1><p class="muted">The link is wrong, or belongs to another sandbox.</p></section></main>`,
    );

  app.get<WithId>('/checkout/:id', (request, reply) => {
    const state = store.payments.find(request.params.id);
    return state === null ? missing(reply) : page(reply, state, null, request.query.theme);
  });

  app.get<WithId>('/checkout/:id/live', (request, reply) => {
    const state = store.payments.find(request.params.id);
    if (state === null) return reply.code(404).send();
    const { markup, version } = renderLivePart(world, state);
    if (state.expiresAt !== null) reply.header('x-seconds-left', state.expiresAt - readWorldSeconds(world));
    if (version === request.query.version) return reply.code(204).send();
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(markup.markup);
  });

  function act(reply: FastifyReply, id: string, verb: (state: PaymentState) => void): FastifyReply {
    const state = store.payments.find(id);
    if (state === null) return missing(reply);
    try {
      verb(state);
    } catch (error) {
      if (error instanceof Refusal) return page(reply, store.payments.find(id) ?? state, error.message);
      if (error instanceof RangeError)
        return page(reply, store.payments.find(id) ?? state, 'That is too much.');
      throw error;
    }
    return reply.redirect(`/checkout/${state.record.paymentId}`, 303);
  }

  app.post<WithId>('/checkout/:id/coin', (request, reply) => {
    const [coin = '', network = ''] = (readField(readForm(request), 'pair') ?? '').split(':');
    return act(reply, request.params.id, (state) => chooseCoin(world, state, coin, network));
  });

  app.post<WithId>('/checkout/:id/pay', (request, reply) => {
    const form = readForm(request);
    return act(reply, request.params.id, (state) => {
      receiveDeposit(world, state, form.has('exact') ? {} : readSending(form));
    });
  });
}
