import type { FastifyReply } from 'fastify';
import type { Html } from '../page/html.ts';
import { html, raw } from '../page/html.ts';
import { sendPage } from '../page/shell.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';

const places = [
  ['/sandbox', 'Overview'],
  ['/sandbox/payments', 'Payments'],
  ['/sandbox/withdrawals', 'Withdrawals'],
  ['/sandbox/bank', 'Bank'],
  ['/sandbox/callbacks', 'Callbacks'],
  ['/sandbox/faults', 'Faults'],
  ['/sandbox/scenarios', 'Scenarios'],
] as const;

export type PanelPage = (typeof places)[number][0];

/** Says when the dashboard has a payment that was made here. */
export const newPaymentNote =
  'A payment made here is at the service alone. The dashboard shows it after a confirmed deposit, or when a person opens the payment’s address there.';

/** Formats a time on the sandbox's clock in UTC. */
const timeText = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ');
export const renderTime = (at: number): Html =>
  html`<time datetime="${new Date(at * 1000).toISOString()}">${timeText(at)}</time>`;

export const formatSpeed = (speed: number): string => {
  if (speed === 0) return 'stopped';
  return speed === 1 ? 'usual speed' : `${speed} × speed`;
};

/** Shortens a long id in the middle. Its title has the full id. */
export const shortId = (id: string): Html =>
  html`<code title="${id}">${id.length > 15 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}</code>`;

export const renderOption = (value: string, label: string, chosen: string): Html =>
  html`<option value="${value}"${raw(value === chosen ? ' selected' : '')}>${label}</option>`;

/** Sends a page of the control panel, with its navigation and the clock. */
export function sendPanel(
  reply: FastifyReply,
  sandbox: RunningSandbox,
  page: {
    readonly place: PanelPage;
    readonly title: string;
    readonly problem?: string | null;
    readonly aside?: Html;
  },
  content: Html,
): FastifyReply {
  const { clock, world, faults } = sandbox;
  const on = faults.list().filter(({ on }) => on).length;
  const body = html`<div class="panel">
<aside><p class="brand">Sandbox<span class="brand-note">the payment service's sandbox</span></p>
<nav aria-label="Sandbox"><ul>${places.map(([address, name]) => html`<li><a href="${address}"${raw(address === page.place ? ' aria-current="page"' : '')}>${name}${address === '/sandbox/faults' && on > 0 ? html` <span class="count">${on}</span>` : null}</a></li>`)}</ul></nav>
<p class="clock muted">Sandbox time, UTC<time data-clock="${readWorldSeconds(world)}" data-speed="${clock.speed()}">${timeText(readWorldSeconds(world))}</time>${formatSpeed(clock.speed())}</p></aside>
<main><header class="page-head"><h1>${page.title}</h1>${page.aside ?? null}</header>
${page.problem ? html`<p class="problem" role="alert">${page.problem}</p>` : null}
${content}</main></div>`;
  return sendPage(
    reply,
    {
      title: `${page.title} · Sandbox`,
      language: 'en',
      direction: 'ltr',
      theme: null,
      script: 'panel.js',
      embeddable: false,
      status: page.problem ? 422 : 200,
    },
    body,
  );
}

/** Renders the business filter of a list. An empty value selects all businesses. */
export function businessFilter(sandbox: RunningSandbox, chosen: string): Html {
  const all = sandbox.store.businesses.all();
  return html`<label class="inline">Business<select name="businessId" data-submit>${renderOption('', 'All', chosen)}${all.map(({ id, name }) => renderOption(id, name ?? id, chosen))}</select></label>`;
}

export const businessName = (sandbox: RunningSandbox, id: string): string =>
  sandbox.store.businesses.find(id)?.name ?? id;
