import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CreatePaymentInput } from '../schema/create.ts';
import { offeredCoins, offeredFiat, offeredNetworks } from './accepted.ts';
import { expiryPresets, formChoices } from './choices.ts';

/** The defaults of type and rateType are not shown (§2.2): we always send both, and open with these. */
export type DefaultTerms = Pick<CreatePaymentInput, 'type' | 'rateType'>;

/** What the form opens with: valid but for the amount. Fiat, the first supported currency, ONE_TIME. */
export function openingForm(
  businessId: string,
  clientPaymentId: string,
  accepted: AcceptedTerms,
  usual: DefaultTerms = { type: 'ONE_TIME', rateType: 'FIXED' },
): CreatePaymentInput {
  const coin = offeredCoins(accepted)[0] ?? '';
  return {
    businessId,
    clientPaymentId,
    priceIn: 'fiat',
    amount: '',
    displayCurrency: offeredFiat(accepted)[0] ?? '',
    depositCurrency: coin,
    network: coin === '' ? '' : (offeredNetworks(accepted, coin)[0] ?? ''),
    type: usual.type,
    rateType: usual.rateType,
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  };
}

type Sent = readonly { readonly field: string; readonly value: string }[];

/** A request that was sent or refused, back in the form. What it left out stays as the form opens. */
export function formOfRequest(sent: Sent, opening: CreatePaymentInput): CreatePaymentInput {
  const fields = new Map(sent.map(({ field, value }) => [field, value]));
  const minutes = fields.get('expirationMinutes');
  const preset = expiryPresets.find((one) => one === minutes);
  const crypto = fields.has('depositCurrency');
  const read: Readonly<Record<string, string | undefined>> = {
    clientPaymentId: fields.get('clientPaymentId'),
    priceIn: crypto ? 'crypto' : 'fiat',
    amount: fields.get('displayAmount') ?? fields.get('depositAmount'),
    displayCurrency: fields.get('displayCurrency'),
    depositCurrency: fields.get('depositCurrency'),
    network: fields.get('network'),
    type: fields.get('type'),
    rateType: fields.get('rateType'),
    expires: minutes === undefined ? undefined : (preset ?? 'custom'),
    expiresMinutes: minutes === undefined || preset !== undefined ? undefined : minutes,
    locale: fields.get('locale'),
    redirectUrl: fields.get('redirectUrl'),
    redirectMode: fields.get('redirectMode'),
  };
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  return restoreForm({ ...opening, ...given }, opening);
}

/**
 * What a browser kept, field by field: a value that the form could never hold (another version's, or meddled with)
 * falls back to the opening one. Half-typed text is kept as it is.
 */
export function restoreForm(kept: unknown, opening: CreatePaymentInput): CreatePaymentInput {
  if (typeof kept !== 'object' || kept === null) return opening;
  const values: Record<string, unknown> = { ...opening };
  for (const [field, value] of Object.entries(kept)) {
    if (field === 'businessId' || typeof value !== 'string' || !Object.hasOwn(opening, field)) continue;
    if (formChoices[field]?.includes(value) ?? true) values[field] = value;
  }
  return { ...opening, ...values };
}
