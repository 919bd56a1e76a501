import { fiatCurrencies, withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import { renderAmount } from '../checkout/amounts.ts';
import type { WithdrawalState } from '../lifecycle/withdrawal-state.ts';
import { coins } from '../model/coins.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { businessFilter, businessName, renderOption, renderTime, shortId } from './frame.ts';
import { renderStatusBadge } from './status.ts';

const broadcastTimes = [
  ['2', 'At once'],
  ['60', 'In a minute'],
  ['600', 'In 10 minutes, the average'],
  ['3600', 'In an hour'],
] as const;

function startForm(sandbox: RunningSandbox, businessId: string): Html {
  const withdrawable = Object.entries(coins).filter(([, coin]) => coin.withdrawable);
  const pairs = withdrawable.flatMap(([coin, { chains }]) =>
    chains.map(({ network }) => ({ value: `${coin}:${network}`, label: `${coin} on ${network}` })),
  );
  return html`<section class="card"><h2>Start a withdrawal</h2>
<p class="muted">The interface does not show how a withdrawal is created; here it is this form. The callback follows the broadcast.</p>
<form method="post" action="/sandbox/withdrawals" class="grid">
<label>Business<select name="businessId">${sandbox.store.businesses.all().map(({ id, name }) => renderOption(id, name ?? id, businessId))}</select></label>
<label>Coin and network<select name="pair">${pairs.map(({ value, label }) => renderOption(value, label, 'USDT:TRX'))}</select></label>
<label>Amount<input name="expectedDisplayAmount" inputmode="decimal" required value="250.00" autocomplete="off"></label>
<label>Currency<select name="displayCurrency">${fiatCurrencies.map((code) => renderOption(code, code, 'EUR'))}</select></label>
<label>Outcome<select name="outcome">${withdrawalStatuses.map((status) => renderOption(status, status, 'COMPLETED'))}</select></label>
<label>Broadcast<select name="broadcastAfterSeconds">${broadcastTimes.map(([value, name]) => renderOption(value, name, '2'))}</select></label>
<label>To address<input name="toTxAddress" placeholder="made up where empty" autocomplete="off"></label>
<label>Client withdrawal id<input name="clientWithdrawalId" placeholder="made up where empty" autocomplete="off"></label>
<button class="primary">Start withdrawal</button></form></section>`;
}

function row(sandbox: RunningSandbox, state: WithdrawalState): Html {
  return html`<tr><td><bdi>${state.clientWithdrawalId}</bdi><span class="below muted">${businessName(sandbox, state.businessId)}</span></td>
<td>${renderStatusBadge(state.processedAt === null ? 'PROCESSING' : state.outcome)}</td>
<td class="number">${renderAmount(state.expectedDisplayAmount, state.displayCurrency, 'en')}<span class="below">${renderAmount(state.sent?.withdrawAmount ?? state.estimatedWithdrawAmount, state.withdrawCurrency, 'en')}</span></td>
<td>${state.network}</td><td>${shortId(state.toTxAddress)}<span class="below muted">${state.owner.name}</span></td><td>${renderTime(state.initiatedAt)}</td>
<td class="actions">${state.processedAt === null ? html`<form method="post" action="/sandbox/withdrawals/${state.id}/broadcast"><button class="quiet">Broadcast now</button></form>` : null}</td></tr>`;
}

/** Renders the withdrawals, newest first, and the form that starts one. */
export function renderWithdrawalPage(sandbox: RunningSandbox, businessId: string): Html {
  const found = sandbox.store.withdrawals.newest(businessId, 100);
  return html`${startForm(sandbox, businessId)}
<form class="filters" method="get" action="/sandbox/withdrawals">${businessFilter(sandbox, businessId)}</form>
${
  found.length === 0
    ? html`<p class="empty muted">No withdrawal yet.</p>`
    : html`<section class="card flush" data-live="withdrawals"><div class="scroll"><table><thead><tr><th>Client withdrawal id</th><th>Status</th><th class="number">Amount</th><th>Network</th><th>To</th><th>Initiated</th><td></td></tr></thead><tbody>${found.map((state) => row(sandbox, state))}</tbody></table></div></section>`
}`;
}
