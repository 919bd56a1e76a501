import type { FaultView } from '../faults/faults.ts';
import type { Html } from '../page/html.ts';
import { html, raw } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';
import { renderTime } from './frame.ts';

/** Renders a field of a fault's limit, which is empty where there is none. */
const limitField = (label: string, name: string, value: number | undefined): Html =>
  html`<td><label class="inline">${label}<input class="short" name="${name}" inputmode="numeric" value="${value ?? ''}"></label></td>`;

function row(fault: FaultView, now: number): Html {
  const { parameter } = fault;
  const secondsLeft = fault.until ? Math.ceil(fault.until - now) : undefined;
  return html`<tr><td><label class="check"><input type="checkbox" name="on" value="${fault.name}"${raw(fault.on ? ' checked' : '')}><span>${fault.title}<code class="below">${fault.name}</code></span></label></td>
<td>${parameter ? html`<label class="inline">${parameter.name}<input class="short" name="figure:${fault.name}" inputmode="numeric" value="${fault.figure || parameter.defaultValue}"></label>` : null}</td>
<td><label class="inline">Share<input class="short" name="share:${fault.name}" inputmode="decimal" value="${fault.share ?? 1}"></label></td>
${limitField('Cases', `cases:${fault.name}`, fault.cases)}${limitField('Seconds', `seconds:${fault.name}`, secondsLeft)}
<td>${fault.until ? html`until ${renderTime(fault.until)}` : null}</td></tr>`;
}

/** Renders the switches of all faults. */
export function renderFaultForm(sandbox: RunningSandbox): Html {
  const all = sandbox.faults.list();
  const now = readWorldSeconds(sandbox.world);
  const table = (title: string, help: string, where: FaultView['where']) =>
    html`<section class="card flush"><header><h2>${title}</h2><p class="muted">${help}</p></header><div class="scroll"><table class="switches"><tbody>${all.filter((fault) => fault.where === where).map((fault) => row(fault, now))}</tbody></table></div></section>`;
  return html`<form method="post" action="/sandbox/faults" class="stack">
<div class="row"><label class="inline">Seed<input class="short" name="seed" inputmode="numeric" value="${sandbox.faults.seed()}"></label>
<button class="primary">Set these faults</button><button name="clear" value="1">All off</button><span class="muted">Share is the part of cases that is hit, from 0 to 1. The same seed and the same requests bring the same faults. A fault ends after its cases and its seconds of the sandbox’s clock. Leave both empty for a fault without an end.</span></div>
${table('Callbacks', 'What happens to callbacks on their way out.', 'callbacks')}
${table('Interface', 'What happens to callers of the documented operations. The checkout and this panel stay well.', 'api')}</form>`;
}

/** Reads the form as a mix of faults. */
export function readMixForm(form: URLSearchParams, sandbox: RunningSandbox): unknown {
  if (form.has('clear')) return {};
  const parameters = new Map(sandbox.faults.list().map(({ name, parameter }) => [name, parameter?.name]));
  const faults = form.getAll('on').map((name) => {
    const parameter = parameters.get(name);
    const setting: Record<string, string> = { share: form.get(`share:${name}`) || '1' };
    const figure = form.get(`figure:${name}`);
    if (parameter !== undefined && figure) setting[parameter] = figure;
    const cases = form.get(`cases:${name}`);
    if (cases) setting['cases'] = cases;
    const forSeconds = form.get(`seconds:${name}`);
    if (forSeconds) setting['forSeconds'] = forSeconds;
    return [name, setting] as const;
  });
  return { seed: form.get('seed') || '1', faults: Object.fromEntries(faults) };
}
