import {
  fiatCurrencies,
  networks,
  overpaymentPolicies,
  settlementCurrencies,
} from '#lib/service/contract/enumerations.ts';
import type { Business } from '../model/businesses.ts';
import { listNetworks } from '../model/businesses.ts';
import { coins } from '../model/coins.ts';
import type { Html } from '../page/html.ts';
import { html, raw } from '../page/html.ts';
import { renderOption } from './frame.ts';

const checkbox = (name: string, value: string, on: boolean, label: string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${raw(on ? ' checked' : '')}>${label}</label>`;
const text = (name: string, label: string, value: string | null | undefined): Html =>
  html`<label>${label}<input name="${name}" value="${value ?? ''}" autocomplete="off"></label>`;
const choice = (
  name: string,
  label: string,
  values: readonly string[],
  chosen: string | null | undefined,
): Html =>
  html`<label>${label}<select name="${name}">${renderOption('', '(not there)', chosen ?? '')}${values.map((value) => renderOption(value, value, chosen ?? ''))}</select></label>`;

/** Renders every field of the record (§2.7). Leaving a field empty removes it from the record. */
export function renderBusinessForm(business: Business): Html {
  return html`<form method="post" action="/sandbox/businesses/${business.id}" class="stack">
<section class="card"><h2>Record</h2><div class="grid">
${text('name', 'Name', business.name)}
${choice('theme', 'Theme', ['light', 'dark', 'auto'], business.theme)}
${choice('overpaymentPolicy', 'Overpayment policy', overpaymentPolicies, business.overpaymentPolicy)}
${choice('refundFollowUpDepositsForOneTimePayments', 'Refund follow-up deposits', ['true', 'false'], business.refundFollowUpDepositsForOneTimePayments?.toString())}
${choice('settlementFiatCurrency', 'Settlement fiat currency', settlementCurrencies, business.settlementFiatCurrency)}
${choice('settlementCryptoCurrency', 'Settlement crypto currency', settlementCurrencies, business.settlementCryptoCurrency)}
${text('settlementCryptoRatio', 'Settlement crypto ratio', business.settlementCryptoRatio)}
${text('userServiceFeeDistributionPercentage', 'Service fee borne by the user, %', business.userServiceFeeDistributionPercentage)}
</div></section>
<section class="card"><h2>Callback addresses</h2><div class="stack">
${text('depositReceivedCallbackUrl', 'Deposit received', business.depositReceivedCallbackUrl)}
${text('withdrawalCallbackUrl', 'Withdrawal', business.withdrawalCallbackUrl)}
${text('depositExchangedCallbackUrl', 'Deposit exchanged', business.depositExchangedCallbackUrl)}
</div></section>
<section class="card"><h2>Coins and networks</h2><div class="coins">${Object.entries(coins).map(
    ([coin, { chains, name }]) =>
      html`<fieldset><legend>${coin} <span class="muted">${name}</span></legend>${chains.map(({ network }) =>
        checkbox('pair', `${coin}:${network}`, listNetworks(business, coin).includes(network), network),
      )}</fieldset>`,
  )}</div></section>
<section class="card"><h2>Display currencies</h2><div class="codes">${fiatCurrencies.map((code) => checkbox('display', code, business.supportedDisplayCurrencies?.includes(code) ?? false, code))}</div></section>
<p><button class="primary">Save business</button></p></form>`;
}

/** Reads the form as a patch of the record. */
export function readPatchForm(form: URLSearchParams): Record<string, unknown> {
  const single = (name: string) => form.get(name)?.trim() || null;
  const refunds = single('refundFollowUpDepositsForOneTimePayments');
  const chosen = form.getAll('pair').map((pair) => pair.split(':'));
  const withNetworks: Record<string, string[]> = {};
  for (const [coin = '', network = ''] of chosen)
    if (networks.some((known) => known === network))
      withNetworks[coin] = [...(withNetworks[coin] ?? []), network];
  const names = [
    'name',
    'theme',
    'overpaymentPolicy',
    'settlementFiatCurrency',
    'settlementCryptoCurrency',
    'settlementCryptoRatio',
    'userServiceFeeDistributionPercentage',
    'depositReceivedCallbackUrl',
    'withdrawalCallbackUrl',
    'depositExchangedCallbackUrl',
  ] as const;
  return {
    ...Object.fromEntries(names.map((name) => [name, single(name)])),
    refundFollowUpDepositsForOneTimePayments: refunds === null ? null : refunds === 'true',
    supportedDepositCurrenciesWithNetworks: withNetworks,
    supportedDisplayCurrencies: form.getAll('display'),
  };
}
