import { createMessages } from './create-messages.ts';

/** Texts of templates for new payments. */
export const tPaymentTemplates = createMessages({
  label: 'Template',
  none: 'No template',
  shared: '{name} (shared)',
  problems: {
    title: 'Some values of “{name}” are no longer valid for this business',
    body: 'These values of the template were not used. Check these fields in the form:',
    line: '{field}: {problem}',
    manageTitle: '{count, plural, one {# value is} other {# values are}} no longer valid for this business',
  },
  fields: {
    priceIn: 'Price in',
    amount: 'Amount',
    displayCurrency: 'Currency',
    depositCurrency: 'Currency',
    network: 'Network',
    type: 'Type',
    rateType: 'Rate',
    expires: 'Expires',
    expiresMinutes: 'Minutes until expiry',
    locale: 'Locale',
    redirectUrl: 'Redirect URL',
    redirectMode: 'Redirect opens in',
  },
  nextId:
    'This is the next ID of the template. It is reserved for you only when you create the payment. If a colleague uses this ID first, you get the next ID.',
  reserveFailed: 'No client payment ID could be reserved, so no payment was created. Try again.',
  save: {
    open: 'Save as template',
    title: 'Save as template',
    description: 'A template saves the price, terms and checkout settings of this form.',
    name: 'Template name',
    includeAmount: 'Include the amount {amount}',
    share: 'Share with everyone who can create payments in this business',
    confirm: 'Save template',
    done: 'Template saved',
    failed: 'The template could not be saved',
  },
  update: {
    open: 'Update template',
    title: 'Update template',
    description: 'The template’s price, terms and checkout settings are replaced with those of this form.',
    sharedDescription:
      'The template’s price, terms and checkout settings are replaced with those of this form. Your colleagues use the template too.',
    confirm: 'Update template',
    done: 'Template updated',
  },
  pattern: {
    label: 'Client payment ID pattern',
    help: 'Placeholders: {placeholders}. Each payment gets the next number. Numbers are never reused, and some may be skipped.',
    preview: 'Example: <id></id>',
    problems: {
      braces: 'Close every placeholder with a brace, as in {example}',
      placeholder: 'Use only the placeholders below, as in {example}',
      sequence: 'Add one number placeholder, as in {example}',
    },
  },
  manage: {
    open: 'Manage templates',
    title: 'Manage templates',
    empty: 'No templates yet. Fill in the form for a new payment, then select “Save as template”.',
    mine: 'Only you see this template',
    sharedByMe: 'Shared by you',
    sharedBy: 'Shared by {owner}',
    rename: 'Rename',
    renameNamed: 'Rename {name}',
    share: 'Share',
    shareNamed: 'Share {name}',
    unshare: 'Stop sharing',
    unshareNamed: 'Stop sharing {name}',
    delete: 'Delete',
    deleteNamed: 'Delete {name}',
    saveName: 'Save name',
    cancel: 'Cancel',
    confirmDelete: 'Delete template',
    deleteBody: 'Payments created with this template don’t change.',
    deleteSharedBody:
      'Your colleagues can no longer use this template. Payments created with it don’t change.',
    failed: 'The template could not be changed',
  },
  bulk: {
    help: 'The template fills in the values that your file doesn’t contain.',
    misfit:
      'Some values of this template are no longer valid for this business, so these values are not used.',
  },
});
