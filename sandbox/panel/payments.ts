import { paymentStatuses } from '#lib/service/contract/enumerations.ts';
import { renderAmount } from '../checkout/amounts.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { businessFilter, businessName, newPaymentNote, renderOption, renderTime } from './frame.ts';
import { renderStatusBadge } from './status.ts';

export type PaymentQuery = { businessId: string; status: string; search: string; before: number };

function price({ record, pricedInCoin }: PaymentState): Html {
  return pricedInCoin
    ? renderAmount(record.expectedDepositAmount ?? '0', record.depositCurrency ?? '', 'en')
    : renderAmount(record.expectedDisplayAmount ?? '0', record.displayCurrency ?? '', 'en');
}

function row(sandbox: RunningSandbox, state: PaymentState): Html {
  const { record } = state;
  const pair = record.depositCurrency ? `${record.depositCurrency} · ${record.expectedNetwork}` : '—';
  return html`<tr><td><a href="/sandbox/payments/${record.paymentId}"><bdi>${record.clientPaymentId}</bdi></a><span class="below muted">${businessName(sandbox, record.businessId)}</span></td>
<td>${renderStatusBadge(record.status)}</td><td class="number">${price(state)}</td><td>${pair}</td><td class="number">${record.deposits.length}</td>
<td>${record.type}<span class="below muted">${record.rateType}</span></td><td>${renderTime(record.paymentInitiatedAt)}</td>
<td class="actions"><a class="button quiet" href="/checkout/${record.paymentId}" target="_blank">Open checkout</a><form method="post" action="/sandbox/payments/${record.paymentId}/deposits"><button class="quiet" name="exact" value="1">Pay exactly</button></form></td></tr>`;
}

/** Renders the list of payments, newest first. */
export function renderPaymentList(sandbox: RunningSandbox, query: PaymentQuery): Html {
  const { payments, next } = sandbox.store.payments.newest({ ...query, size: 50 });
  const further = new URLSearchParams({
    businessId: query.businessId,
    status: query.status,
    q: query.search,
    before: String(next ?? 0),
  });
  return html`<form class="filters" method="get" action="/sandbox/payments">${businessFilter(sandbox, query.businessId)}
<label class="inline">Status<select name="status" data-submit>${renderOption('', 'All', query.status)}${paymentStatuses.map((status) => renderOption(status, status, query.status))}</select></label>
<label class="inline">Search<input type="search" name="q" value="${query.search}" placeholder="Client payment id or payment id"></label><button>Search</button></form>
<p class="muted">${newPaymentNote}</p>
${
  payments.length === 0
    ? html`<p class="empty muted">No payment matches. Payments are made through the interface, or by a scenario.</p>`
    : html`<section class="card flush" data-live="payments"><div class="scroll"><table><thead><tr><th>Client payment id</th><th>Status</th><th class="number">Price</th><th>Coin</th><th class="number">Deposits</th><th>Type</th><th>Initiated</th><td></td></tr></thead>
<tbody>${payments.map((state) => row(sandbox, state))}</tbody></table></div></section>${next === null ? null : html`<p><a class="button" href="/sandbox/payments?${further.toString()}">Older payments</a></p>`}`
}`;
}
