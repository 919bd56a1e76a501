import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { formatSpeed, renderOption } from './frame.ts';

const speeds = [0, 1, 60, 3_600] as const;
const jumps = [
  [120, '2 minutes'],
  [1_800, '30 minutes'],
  [86_400, '1 day'],
  [604_800, '7 days'],
] as const;

function clockCard({ clock }: RunningSandbox): Html {
  return html`<section class="card"><h2>Clock</h2>
<p class="muted">Expiry, reviews, refunds, broadcasts and retries follow it. It never runs backwards.</p>
<form method="post" action="/sandbox/clock" class="row"><span class="row-label">Speed</span>${speeds.map(
    (speed) =>
      html`<button name="speed" value="${speed}" aria-pressed="${clock.speed() === speed ? 'true' : 'false'}">${formatSpeed(speed)}</button>`,
  )}</form>
<form method="post" action="/sandbox/clock" class="row"><span class="row-label">Jump ahead</span>${jumps.map(
    ([seconds, name]) => html`<button name="advanceSeconds" value="${seconds}">${name}</button>`,
  )}</form></section>`;
}

function businessTable(sandbox: RunningSandbox): Html {
  const counts = sandbox.store.payments.counts();
  return html`<section class="card flush"><header><h2>Businesses</h2></header><div class="scroll"><table>
<thead><tr><th>Name</th><th>Priced in</th><th>Settled in</th><th>Too much paid</th><th>Callbacks go to</th><th class="number">Payments</th></tr></thead>
<tbody>${sandbox.store.businesses.all().map((business) => {
    const displays = business.supportedDisplayCurrencies ?? [];
    const address = business.depositReceivedCallbackUrl ?? '';
    return html`<tr><td><a href="/sandbox/businesses/${business.id}">${business.name ?? business.id}</a><code class="below">${business.id}</code></td>
<td>${displays.slice(0, 4).join(', ')}${displays.length > 4 ? ` and ${displays.length - 4} more` : ''}</td>
<td>${business.settlementFiatCurrency ?? '—'} / ${business.settlementCryptoCurrency ?? '—'}<span class="below muted">crypto share ${business.settlementCryptoRatio ?? '—'}</span></td>
<td>${business.overpaymentPolicy ?? '—'}</td>
<td>${URL.canParse(address) ? new URL(address).host : html`<span class="attention">not set</span>`}</td>
<td class="number"><a href="/sandbox/payments?businessId=${business.id}">${counts.get(business.id) ?? 0}</a></td></tr>`;
  })}</tbody></table></div></section>`;
}

function pastCard(sandbox: RunningSandbox): Html {
  return html`<section class="card"><h2>Live through some months</h2>
<p class="muted">Adds payments, deposits, refunds and withdrawals that end now. Their callbacks are kept, not sent.</p>
<form method="post" action="/sandbox/past" class="grid">
<label>Business<select name="businessId">${renderOption('', 'All', '')}${sandbox.store.businesses.all().map(({ id, name }) => renderOption(id, name ?? id, ''))}</select></label>
<label>Months<input name="months" inputmode="numeric" value="1" required></label>
<label>Payments of each business<input name="payments" inputmode="numeric" value="100" required></label>
<label>Seed<input name="seed" inputmode="numeric" placeholder="by chance where empty"></label>
<button>Add this past</button></form></section>`;
}

/** Renders the first page: the businesses and the clock. */
export const renderOverview = (sandbox: RunningSandbox): Html =>
  html`${businessTable(sandbox)}${clockCard(sandbox)}${pastCard(sandbox)}`;
