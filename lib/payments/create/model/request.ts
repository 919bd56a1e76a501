import type { Json, JsonObject } from '#lib/values/json.ts';
import { JsonNumber } from '#lib/values/json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { CreatePaymentForm } from '../schema/create.ts';

/** Fields of a request, in the order of §2.2. */
export type RequestFields = readonly { readonly field: string; readonly value: Json }[];

const parseMinutes = (form: Pick<CreatePaymentForm, 'expires' | 'expiresMinutes'>): JsonNumber =>
  new JsonNumber(form.expires === 'custom' ? form.expiresMinutes : form.expires);

/**
 * Converts the form to the fields of the request (§2.2). Leaves out fields that do not apply, and always sends type and
 * rateType. REUSABLE payments are FLOATING without an expiry. The amount is sent as typed.
 */
export function buildPaymentRequest(
  form: Omit<CreatePaymentForm, 'businessId'> & { businessId: string },
): RequestFields {
  const reusable = form.type === 'REUSABLE';
  const fields: [string, Json][] = [
    ['clientPaymentId', form.clientPaymentId],
    ['businessId', form.businessId],
    ['locale', form.locale],
    ['type', form.type],
  ];
  if (form.priceIn === 'fiat')
    fields.push(['displayCurrency', form.displayCurrency], ['displayAmount', form.amount]);
  else
    fields.push(
      ['depositCurrency', form.depositCurrency],
      ['depositAmount', form.amount],
      ['network', form.network],
    );
  fields.push(['rateType', reusable ? 'FLOATING' : form.rateType]);
  if (!reusable) fields.push(['expirationMinutes', parseMinutes(form)]);
  if (form.redirectUrl !== '')
    fields.push(['redirectUrl', form.redirectUrl], ['redirectMode', form.redirectMode]);
  return fields.map(([field, value]) => ({ field, value }));
}

/** Writes the exact body, which is stored with the intent, signed and sent unchanged. */
export function writeRequest(fields: RequestFields): string {
  const body: JsonObject = Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  return writeJson(body);
}

/** A field's value as text, without JSON's quotation marks. */
export const fieldText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value));
