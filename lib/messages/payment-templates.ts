import { createMessages } from './create-messages.ts';

/** Texts of the field that selects a template for a new payment. Its dialogs have their own area. */
export const tPaymentTemplates = createMessages({
  label: 'Template',
  none: 'No template',
  shared: '{name} (shared)',
  problems: {
    title: 'Some values of the template “{name}” are no longer valid for this business',
    body: 'These values of the template were not used. Check these fields in the form:',
    line: '{field}: {problem}',
  },
  fields: {
    priceIn: 'Price in',
    amount: 'Amount',
    displayCurrency: 'Currency',
    depositCurrency: 'Currency',
    network: 'Network',
    type: 'Type',
    rateType: 'Rate type',
    expires: 'Expires',
    expiresMinutes: 'Minutes until expiry',
    locale: 'Locale',
    redirectUrl: 'Redirect URL',
    redirectMode: 'Redirect opens in',
  },
  nextId:
    'This is the next ID of the template. It is reserved for you only when you create the payment. If a colleague uses this ID first, you get the next ID.',
  reserveFailed: 'No reference could be reserved, so no payment was created. Try again.',
  open: { save: 'Save as template', update: 'Update template', manage: 'Manage templates' },
  bulk: {
    help: 'The template fills in the values that your file doesn’t contain.',
    misfit: 'This business no longer accepts some values of this template. They are left out.',
  },
});
