import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Amount } from '#lib/values/amount.ts';
import { isCryptoCurrency } from '#lib/values/currencies.ts';
import { unreachable } from '#lib/values/errors.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { chooseRateSecond } from '../lifecycle/quote.ts';
import { coins } from '../model/coins.ts';
import { isZero, minus, sum, zero } from '../model/money.ts';
import { paymentLink } from '../model/payment-link.ts';
import { formatRate, serviceRate } from '../model/rates.ts';
import type { Html } from '../page/html.ts';
import { html, raw } from '../page/html.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';
import { renderAmount, renderRoundedAmount } from './amounts.ts';
import type { Offer } from './offers.ts';
import { listOffers, quotePrice } from './offers.ts';
import type { Phase } from './phase.ts';
import { isReceived, readPhase } from './phase.ts';
import { findCheckoutTexts, readLanguage } from './words/index.ts';
import type { CheckoutTexts } from './words/words.ts';

type View = {
  readonly world: SandboxContext;
  readonly state: PaymentState;
  readonly words: CheckoutTexts;
  readonly locale: string;
  readonly now: number;
};

/** Fills the placeholders of a sentence with markup. */
function say(sentence: string, values: Readonly<Record<string, Html | string>>): Html {
  const parts = sentence.split(/\{([a-z]+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')))}`;
}

const coinName = (coin: string): string => (isCryptoCurrency(coin) ? coins[coin].name : coin);

function copyable(value: string, label: string, words: CheckoutTexts): Html {
  return html`<div class="copyable"><code dir="ltr">${value}</code><button type="button" class="quiet" data-copy="${value}" data-copied="${words.copied}" aria-label="${words.copy}: ${label}">${words.copy}</button></div>`;
}

/** Renders a button for one network of a coin. Where the network can't be used, the row gives the reason. */
function networkButton({ state, words }: View, { coin, network, amount, belowMinimum }: Offer): Html {
  const { depositCurrency, expectedNetwork } = state.record;
  const chosen = depositCurrency === coin && expectedNetwork === network;
  const name = words.onNetwork.replace('{coin}', coin).replace('{network}', network);
  return html`<button type="submit" name="pair" value="${coin}:${network}" aria-label="${name}"${raw(chosen ? ' aria-current="true"' : '')}${raw(amount === null || belowMinimum ? ' disabled' : '')}>${network}</button>`;
}

function coinRow(view: View, offers: readonly Offer[]): Html | null {
  const { words, locale } = view;
  const best = offers.find(({ amount, belowMinimum }) => amount !== null && !belowMinimum) ?? offers[0];
  if (best === undefined) return null;
  const { coin, amount, minimum, belowMinimum } = best;
  const price =
    amount === null
      ? words.tooLarge
      : belowMinimum
        ? say(words.fromMinimum, { amount: renderAmount(minimum, coin, locale) })
        : renderRoundedAmount(amount, coin, locale);
  return html`<li class="offer"><span class="mark" aria-hidden="true">${coin.slice(0, 4)}</span>
<span class="coin"><span class="coin-name">${coinName(coin)}</span><span class="coin-price">${price}</span></span>
<span class="networks">${offers.map((offer) => networkButton(view, offer))}</span></li>`;
}

function choose(view: View): Html {
  const { world, state, words } = view;
  const byCoin = Map.groupBy(listOffers(world, state), ({ coin }) => coin);
  return html`<form method="post" action="/checkout/${state.record.paymentId}/coin" class="offers">
<p class="muted">${words.chooseCoinHelp}</p>
<ul>${[...byCoin.values()].map((offers) => coinRow(view, offers))}</ul></form>`;
}

function rateLine({ state, words, locale, now }: View): Html | null {
  const { displayCurrency, depositCurrency, rateType } = state.record;
  if (!displayCurrency || !depositCurrency) return null;
  const rate = formatRate(serviceRate(depositCurrency, displayCurrency, chooseRateSecond(state, now)));
  return html`<div><dt>${words.rate}</dt><dd><bdi dir="ltr">1 ${depositCurrency} = ${renderAmount(rate, depositCurrency === displayCurrency ? '' : displayCurrency, locale)}</bdi> <span class="muted">${rateType === 'FIXED' ? words.rateFixed : words.rateFloating}</span></dd></div>`;
}

function transferDetails(view: View, amount: Amount): Html {
  const { state, words, locale } = view;
  const { record } = state;
  const coin = record.depositCurrency ?? '';
  const network = record.expectedNetwork ?? '';
  const address = record.walletAddress ?? '';
  const tag = record.destinationTag ?? null;
  const link = paymentLink(coin, network, address, tag, amount);
  const fee = record.expectedDepositDistributedUserServiceFee;
  const qr = renderSVG(link, { border: 2, ecc: 'M' });
  const mayChange = !state.pricedInCoin && (record.type === 'REUSABLE' || record.deposits.length === 0);
  return html`<div class="transfer">
<a class="qr" href="${link}" aria-label="${words.qrCode}">${raw(qr)}</a>
<dl class="facts">
<div><dt>${words.sendExactly}</dt><dd class="copyable"><strong>${renderAmount(amount, coin, locale)}</strong><button type="button" class="quiet" data-copy="${amount}" data-copied="${words.copied}" aria-label="${words.copy}: ${amount} ${coin}">${words.copy}</button>${fee && !isZero(fee) ? html`<span class="muted line">${say(words.feeIncluded, { amount: renderAmount(fee, coin, locale) })}</span>` : null}</dd></div>
<div><dt>${words.network}</dt><dd><bdi>${network}</bdi> <span class="muted">${say(words.networkHelp, { coin, network })}</span></dd></div>
<div><dt>${words.address}</dt><dd>${copyable(address, words.address, words)}</dd></div>
${tag === null ? null : html`<div class="needed"><dt>${words.tag}</dt><dd>${copyable(tag, words.tag, words)}<span class="muted line">${words.tagHelp}</span></dd></div>`}
${rateLine(view)}
</dl></div>
${mayChange ? html`<details class="change"><summary>${words.changeCoin}</summary>${choose(view)}</details>` : null}`;
}

function missing({ state }: View): Amount {
  const { record } = state;
  const paid = record.deposits
    .filter((one) => one.status === 'CONFIRMED' && one.depositCurrency === record.depositCurrency)
    .map(({ depositAmount }) => depositAmount ?? zero);
  const left = minus(record.expectedDepositAmount ?? zero, sum(paid));
  return isZero(left) ? (record.expectedDepositAmount ?? zero) : left;
}

/** Returns the amount due. REUSABLE and FLOATING payments use the current rate, FIXED ones keep their amount. */
function due(view: View): Amount {
  const { state, now } = view;
  const { depositCurrency: coin, expectedNetwork: network, expectedDepositAmount } = state.record;
  if (!coin || !network || state.pricedInCoin) return expectedDepositAmount ?? zero;
  return quotePrice(state, coin, network, now) ?? expectedDepositAmount ?? zero;
}

function receipts({ state, words, locale }: View): Html | null {
  const { deposits } = state.record;
  if (deposits.length === 0) return null;
  return html`<ul class="receipts">${deposits.map(
    ({ depositAmount, depositCurrency, network, transactionId, refund, status }) => html`<li class="receipt">
<div><span>${words.received}</span>${renderAmount(depositAmount ?? '0', depositCurrency, locale)}<span class="tag">${network}</span>${status === 'CONFIRMED' ? html`<span class="good" aria-hidden="true">✓</span>` : null}</div>
<code class="hash" dir="ltr">${transactionId}</code>
${refund ? html`<div class="muted"><span>${words.refund}</span>${renderAmount(refund.amount, refund.depositCurrency, locale)}</div>` : null}</li>`,
  )}</ul>`;
}

type Notice = { tone: 'waiting' | 'good' | 'attention' | 'bad'; head: string; help: Html | string };

function notice(view: View, phase: Phase): Notice {
  const { words, state, locale } = view;
  switch (phase) {
    case 'choose':
      return { tone: 'waiting', head: words.chooseCoin, help: '' };
    case 'pay':
      return { tone: 'waiting', head: words.waiting, help: '' };
    case 'part': {
      const left = renderAmount(missing(view), state.record.depositCurrency ?? '', locale);
      return { tone: 'attention', head: words.under, help: say(words.underHelp, { missing: left }) };
    }
    case 'seen':
      return { tone: 'waiting', head: words.seen, help: words.seenHelp };
    case 'checking':
      return { tone: 'waiting', head: words.checking, help: words.checkingHelp };
    case 'paid':
      return {
        tone: 'good',
        head: words.paid,
        help: state.record.type === 'REUSABLE' ? words.paidReusable : words.paidHelp,
      };
    case 'late':
      return { tone: 'good', head: words.late, help: words.paidHelp };
    case 'over': {
      const sentBack = state.record.deposits.some(({ refund }) => refund?.reason === 'OVERPAYMENT');
      return { tone: 'good', head: words.over, help: sentBack ? words.overRefund : words.overHelp };
    }
    case 'expired':
      return { tone: 'attention', head: words.expired, help: words.expiredHelp };
    case 'refused':
      return { tone: 'bad', head: words.refused, help: words.refusedHelp };
    default:
      return unreachable(phase);
  }
}

function countdown({ state, words, now }: View): Html | null {
  if (state.expiresAt === null) return html`<p class="muted">${words.noExpiry}</p>`;
  const left = state.expiresAt - now;
  if (left <= 0) return null;
  return html`<p class="countdown"><span class="muted">${words.timeLeft}</span> <time role="timer" data-left="${left}" dir="ltr"></time></p>`;
}

function back({ state, words }: View, phase: Phase): Html | null {
  const { redirectUrl, redirectMode } = state.record;
  if (!redirectUrl || !URL.canParse(redirectUrl)) return null;
  const { host } = new URL(redirectUrl);
  const target = redirectMode === 'SELF' ? '_self' : '_top';
  const received = isReceived(phase);
  return html`<p class="back"><a class="button${received ? ' primary' : ''}" href="${redirectUrl}" target="${target}" rel="noreferrer"${raw(received ? ' data-go' : '')}>${say(words.goBack, { host })}</a>${received ? html`<span class="muted" role="status" hidden data-going>${say(words.goingBack, { host })}</span>` : null}</p>`;
}

function body(view: View, phase: Phase): Html | null {
  const { state } = view;
  if (phase === 'choose') return choose(view);
  if (phase === 'pay') return transferDetails(view, due(view));
  if (phase === 'part') return transferDetails(view, missing(view));
  return phase === 'paid' && state.record.type === 'REUSABLE' ? transferDetails(view, due(view)) : null;
}

export type LivePart = { readonly markup: Html; readonly version: string; readonly phase: Phase };

/** Renders the part of the checkout that updates automatically. `version` changes with its content. */
export function renderLivePart(world: SandboxContext, state: PaymentState): LivePart {
  const { locale } = state.record;
  const now = readWorldSeconds(world);
  const view: View = { world, state, words: findCheckoutTexts(readLanguage(locale)), locale, now };
  const phase = readPhase(state);
  const { tone, head, help } = notice(view, phase);
  const showsTime = phase === 'choose' || phase === 'pay' || phase === 'part';
  const message = html`<h2>${head}</h2>${help === '' ? null : html`<p>${help}</p>`}`;
  const inner = html`${phase === 'choose' ? message : html`<div class="notice ${tone}" role="status">${message}</div>`}
${body(view, phase)}
${receipts(view)}
${back(view, phase)}`;
  const version = createHash('sha1').update(inner.markup).digest('hex').slice(0, 12);
  const markup = html`<div id="live" data-version="${version}" data-phase="${phase}">${showsTime ? countdown(view) : null}${inner}</div>`;
  return { markup, version, phase };
}
