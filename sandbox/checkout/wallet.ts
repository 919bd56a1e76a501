import { findBusiness } from '../lifecycle/find-business.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { listPairs } from '../model/businesses.ts';
import { coins } from '../model/coins.ts';
import { senders } from '../model/senders.ts';
import type { Html } from '../page/html.ts';
import { html, raw } from '../page/html.ts';
import type { SandboxContext } from '../world.ts';
import { readWorldSeconds } from '../world.ts';
import { quotePrice } from './offers.ts';

const option = (value: string, label: string, selected: boolean): Html =>
  html`<option value="${value}"${raw(selected ? ' selected' : '')}>${label}</option>`;

/** Lists every coin on every network with the price of the payment in it. */
function prices(
  world: SandboxContext,
  state: PaymentState,
): { coin: string; network: string; amount: string }[] {
  const now = readWorldSeconds(world);
  return Object.entries(coins).flatMap(([coin, { chains }]) =>
    chains.map(({ network }) => ({ coin, network, amount: quotePrice(state, coin, network, now) ?? '' })),
  );
}

/** Renders two ways to pay: the exact amount, or a free one. Both post to `action`. */
export function renderTransferForm(world: SandboxContext, state: PaymentState, action: string): Html {
  const { record } = state;
  const first = listPairs(findBusiness(world, state))[0];
  const coin = record.depositCurrency ?? first?.coin ?? 'BTC';
  const network = record.expectedNetwork ?? first?.network ?? 'BTC';
  const all = prices(world, state);
  const usual = all.find((one) => one.coin === coin && one.network === network)?.amount ?? '';
  const networkCodes = [...new Set(all.map((one) => one.network))];
  return html`<form method="post" action="${action}"><input type="hidden" name="exact" value="1"><button type="submit" class="primary wide">Pay exact amount</button></form>
<section class="else" aria-labelledby="else-title"><h3 id="else-title">Pay something else</h3>
<form method="post" action="${action}">
<div class="fields">
<label>Amount<input name="amount" inputmode="decimal" autocomplete="off" required value="${usual}" data-prices="${JSON.stringify(all)}"></label>
<label>Coin<select name="depositCurrency">${Object.keys(coins).map((code) => option(code, code, code === coin))}</select></label>
<label>Network<select name="network">${networkCodes.map((code) => option(code, code, code === network))}</select></label>
<label>Sender<select name="sender">${senders.map(({ name, title }) => option(name, title, name === 'clean'))}</select></label>
</div>
<button type="submit" class="wide">Pay this instead</button>
</form></section>`;
}

/**
 * Renders the payer's wallet, which the sandbox simulates. It is in English only, because customers of the real
 * service never see it.
 */
export function renderWallet(world: SandboxContext, state: PaymentState, problem: string | null): Html {
  return html`<section class="card wallet" lang="en" dir="ltr" aria-labelledby="wallet-title">
<header><h2 id="wallet-title">Sandbox wallet</h2><p class="muted">Plays the payer. No real money moves.</p></header>
${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`}
${renderTransferForm(world, state, `/checkout/${state.record.paymentId}/pay`)}</section>`;
}
