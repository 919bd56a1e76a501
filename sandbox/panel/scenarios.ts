import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { complianceScenarios } from '../scenarios/compliance.ts';
import { operationScenarios } from '../scenarios/operations.ts';
import { payerScenarios } from '../scenarios/payers.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { newPaymentNote, renderOption } from './frame.ts';

const group = (title: string, list: readonly Scenario[]): Html =>
  html`<section class="card flush"><header><h2>${title}</h2></header><ul class="scenarios">${list.map(
    ({ name, title: head, description, neverConfirms = false }) =>
      html`<li class="scenario"><div><h3>${head}</h3><p class="muted">${description}${neverConfirms ? ' Needs a payment of yours, because no deposit is confirmed.' : ''}</p></div><button name="scenario" value="${name}" aria-label="Play: ${head}">Play</button></li>`,
  )}</ul></section>`;

/** Renders all scenarios, which can be played at a business. */
export const renderScenarioPage = (sandbox: RunningSandbox, businessId: string): Html =>
  html`<form method="post" action="/sandbox/scenarios" class="stack">
<div class="row"><label class="inline">At business<select name="businessId">${sandbox.store.businesses.all().map(({ id, name }) => renderOption(id, name ?? id, businessId))}</select></label>
<label class="inline">With payment<input name="paymentId" placeholder="Payment ID, or empty for a new one"></label></div>
<p class="muted">Enter the ID of a payment from your dashboard, and the scenario happens to it. ${newPaymentNote}</p>
${group('Busy days and bad ones', operationScenarios)}${group('Payers', payerScenarios)}${group('Compliance', complianceScenarios)}</form>`;
