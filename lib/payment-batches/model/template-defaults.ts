import type { TemplateFields } from '#lib/payment-templates/model.ts';
import type { RowValues } from './fields.ts';

/** Returns the values of a template for rows that have no column for them. `misfits` are fields that are left out. */
export function toBatchDefaults(fields: TemplateFields, misfits: readonly string[]): RowValues {
  const isFiat = fields.priceIn === 'fiat';
  const pick = (field: keyof TemplateFields): string => (misfits.includes(field) ? '' : fields[field]);
  const isReusable = fields.type === 'REUSABLE';
  return {
    currency: pick(isFiat ? 'displayCurrency' : 'depositCurrency'),
    network: isFiat ? '' : pick('network'),
    type: pick('type'),
    rateType: isReusable ? '' : pick('rateType'),
    expirationMinutes: isReusable ? '' : pick(fields.expires === 'custom' ? 'expiresMinutes' : 'expires'),
    locale: pick('locale'),
    redirectUrl: pick('redirectUrl'),
    redirectMode: pick('redirectMode'),
  };
}
