import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { CreatePaymentInput } from '../schema/create.ts';
import { listOfferedCoins, listOfferedFiat, listOfferedNetworks } from './accepted.ts';
import { expiryPresets, formChoices } from './choices.ts';

/** Initial type and rateType. The interface documents no defaults (§2.2), so we always send both. */
export type DefaultTerms = Pick<CreatePaymentInput, 'type' | 'rateType'>;

/** Returns the initial form, valid except for the amount: fiat, first supported currency, ONE_TIME. */
export function createForm(
  businessId: string,
  clientPaymentId: string,
  accepted: AcceptedTerms,
  defaults: DefaultTerms = { type: 'ONE_TIME', rateType: 'FIXED' },
): CreatePaymentInput {
  const coin = listOfferedCoins(accepted)[0] ?? '';
  return {
    businessId,
    clientPaymentId,
    priceIn: 'fiat',
    amount: '',
    displayCurrency: listOfferedFiat(accepted)[0] ?? '',
    depositCurrency: coin,
    network: coin === '' ? '' : (listOfferedNetworks(accepted, coin)[0] ?? ''),
    type: defaults.type,
    rateType: defaults.rateType,
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  };
}

/** Fields of a request as text, by their names in the interface. */
export type SentFields = readonly { readonly field: string; readonly value: string }[];

/** Fills the form from an earlier request. Fields that it left out keep their initial values. */
export function toForm(sent: SentFields, opening: CreatePaymentInput): CreatePaymentInput {
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
  const values = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  return restoreForm({ ...opening, ...values }, opening);
}

/**
 * Restores a stored form field by field. Invalid choices, such as from another version, become the initial value.
 * Unfinished text stays.
 */
export function restoreForm(stored: unknown, opening: CreatePaymentInput): CreatePaymentInput {
  if (typeof stored !== 'object' || stored === null) return opening;
  const values: Record<string, unknown> = { ...opening };
  for (const [field, value] of Object.entries(stored)) {
    if (field === 'businessId' || typeof value !== 'string' || !Object.hasOwn(opening, field)) continue;
    if (formChoices[field]?.includes(value) ?? true) values[field] = value;
  }
  return { ...opening, ...values };
}
