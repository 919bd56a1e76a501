import type { AttemptView } from '../callbacks/view.ts';
import { toCallbackView } from '../callbacks/view.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import type { Callback } from '../storage/callbacks.ts';
import { businessFilter, businessName, renderTime, shortId } from './frame.ts';
import { renderStatusBadge } from './status.ts';

/** Hides the secret part of the dashboard's callback address, so that people who watch the screen can't use it. */
const withoutSecret = (url: string): string => url.replace(/(\/api\/callbacks\/[^/]+\/)[^/]+/, '$1…');

function attempt(one: AttemptView): Html {
  const answer = one.status === null ? (one.error ?? 'no answer') : String(one.status);
  return html`<li><p>${renderTime(one.at)} · <strong>${answer}</strong> · ${one.milliseconds} ms${one.note ? html` · <span class="attention">${one.note}</span>` : null}</p>
<p class="muted"><code>${withoutSecret(one.url) || 'no address'}</code></p>
<pre>${one.body}</pre>${one.answer ? html`<pre class="answer">${one.answer}</pre>` : null}</li>`;
}

function row(sandbox: RunningSandbox, callback: Callback): Html {
  const view = toCallbackView(sandbox.store, callback);
  const last = view.attempts.at(-1);
  const result = String(last?.status ?? last?.error ?? '—');
  return html`<tr><td>${callback.kind}<span class="below muted">${businessName(sandbox, callback.businessId)}</span></td><td>${renderStatusBadge(callback.state)}</td>
<td>${shortId(callback.subject)}</td><td class="number">${view.attemptCount}</td><td class="clip" title="${result}">${result}</td>
<td>${renderTime(view.createdAt)}${view.nextAttemptAt === null ? null : html`<span class="below muted">next ${renderTime(view.nextAttemptAt)}</span>`}</td>
<td class="actions"><form method="post" action="/sandbox/callbacks/${callback.id}/resend"><button class="quiet">Resend</button></form></td></tr>
<tr class="detail"><td colspan="7"><details><summary>Attempts and bodies</summary>${view.attempts.length === 0 ? html`<pre>${callback.body}</pre>` : html`<ul class="attempts">${view.attempts.map(attempt)}</ul>`}</details></td></tr>`;
}

/** Renders the callback log, newest first: every attempt with its request and response. */
export function renderCallbackList(sandbox: RunningSandbox, businessId: string, before: number): Html {
  const size = 50;
  const found = sandbox.store.callbacks.newest(businessId, before, size);
  const last = found.at(-1)?.seq ?? 0;
  return html`<form class="filters" method="get" action="/sandbox/callbacks">${businessFilter(sandbox, businessId)}</form>
${
  found.length === 0
    ? html`<p class="empty muted">No callback has been sent yet. Pay a payment or start a withdrawal.</p>`
    : html`<section class="card flush" data-live="callbacks"><div class="scroll"><table><thead><tr><th>Kind</th><th>State</th><th>Deposit or withdrawal</th><th class="number">Attempts</th><th>Last answer</th><th>Created</th><td></td></tr></thead><tbody>${found.map((one) => row(sandbox, one))}</tbody></table></div></section>
${found.length === size ? html`<p><a class="button" href="/sandbox/callbacks?businessId=${businessId}&before=${last}">Older callbacks</a></p>` : null}`
}`;
}
