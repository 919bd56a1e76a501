import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import { toServedRecord } from '../api/served-record.ts';
import { renderAmount } from '../checkout/amounts.ts';
import { renderTransferForm } from '../checkout/wallet.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { businessName, renderTime } from './frame.ts';
import { renderStatusBadge } from './status.ts';

function depositRow(deposit: DepositRecord): Html {
  const { refund } = deposit;
  return html`<tr><td>${renderAmount(deposit.depositAmount ?? '0', deposit.depositCurrency, 'en')}<span class="below muted">${deposit.network}</span></td>
<td>${renderStatusBadge(deposit.status)}</td><td>${deposit.riskScore ?? '—'}</td>
<td>${refund ? html`${renderStatusBadge(refund.status)}<span class="below muted">${refund.type} · ${refund.reason}</span>` : '—'}</td>
<td>${renderTime(deposit.depositReceivedAt)}</td>
<td class="actions">${
    deposit.status === 'COMPLIANCE_REVIEW'
      ? html`<form method="post" action="/sandbox/deposits/${deposit.id}/decision"><button class="quiet" name="outcome" value="CONFIRMED">Clear</button><button class="quiet danger" name="outcome" value="BLOCKED">Block</button></form>`
      : null
  }</td></tr>
<tr class="detail"><td colspan="6"><code>${deposit.transactionId}</code><code>${deposit.id}</code></td></tr>`;
}

/** Renders a payment: its deposits, the possible actions, and its record as the interface serves it. */
export function renderPaymentPage(sandbox: RunningSandbox, state: PaymentState): Html {
  const { record } = state;
  return html`<div class="columns"><div>
<section class="card" data-live="facts"><dl class="facts two"><div><dt>Status</dt><dd>${renderStatusBadge(record.status)}</dd></div>
<div><dt>Business</dt><dd>${businessName(sandbox, record.businessId)}</dd></div>
<div><dt>Expires</dt><dd>${state.expiresAt === null ? 'never' : renderTime(state.expiresAt)}</dd></div>
<div><dt>Payment id</dt><dd><code>${record.paymentId}</code></dd></div></dl></section>
<section class="card flush" data-live="deposits"><header><h2>Deposits</h2></header>${
    record.deposits.length === 0
      ? html`<p class="empty muted">Nothing has arrived yet.</p>`
      : html`<div class="scroll"><table><thead><tr><th>Amount</th><th>Status</th><th>Risk score</th><th>Refund</th><th>Received</th><td></td></tr></thead><tbody>${record.deposits.map(depositRow)}</tbody></table></div>`
  }</section>
<section class="card"><details><summary>Record as the interface serves it</summary><pre>${JSON.stringify(toServedRecord(state), null, 2)}</pre></details></section></div>
<section class="card wallet"><h2>Pay</h2>${renderTransferForm(sandbox.world, state, `/sandbox/payments/${record.paymentId}/deposits`)}
<a class="button wide" href="/checkout/${record.paymentId}" target="_blank">Open checkout</a></section></div>`;
}
