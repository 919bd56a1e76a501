import { listBankCurrencies, toDay } from '../bank/bank-lines.ts';
import { statementFormats } from '../bank/write-statement.ts';
import type { Html } from '../page/html.ts';
import { html } from '../page/html.ts';
import type { RunningSandbox } from '../running-sandbox.ts';
import { readWorldSeconds } from '../world.ts';
import { businessFilter, renderOption } from './frame.ts';

const formatNames = {
  'camt.053.001.08': 'camt.053.001.08 (XML)',
  'camt.053.001.02': 'camt.053.001.02 (XML)',
  mt940: 'MT940',
  csv: 'CSV of a bank',
  'wallet-csv': 'CSV of a wallet',
} as const;

const month = 31 * 86_400;

/** Renders the form that downloads a statement of the merchant's bank account or wallet. */
export function renderBankPage(sandbox: RunningSandbox, chosen: string): Html {
  const { store, world } = sandbox;
  const now = readWorldSeconds(world);
  const businessId = chosen === '' ? (store.businesses.all()[0]?.id ?? '') : chosen;
  const currencies = listBankCurrencies(store, businessId);
  return html`<form class="filters" method="get" action="/sandbox/bank">${businessFilter(sandbox, businessId)}</form>
<section class="card"><h2>Download a statement</h2>
<p class="muted">What the service settled, as the merchant's bank or wallet shows it: payouts of a day on the next working day, some less a fee, late or in two parts. A few are mistakes: booked twice, or with a wrong amount.</p>
<form method="get" action="/sandbox/api/bank-statements" class="grid">
<input type="hidden" name="businessId" value="${businessId}">
<label>Currency<select name="currency">${currencies.map((code) => renderOption(code, code, 'EUR'))}</select></label>
<label>First day<input type="date" name="from" required value="${toDay(now - month)}"></label>
<label>Last day<input type="date" name="to" required value="${toDay(now)}"></label>
<label>Format<select name="format">${statementFormats.map((format) => renderOption(format, formatNames[format], ''))}</select></label>
<button class="primary">Download statement</button></form></section>`;
}
