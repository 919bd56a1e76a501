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

/** Texts of the dialogs that save, update and manage templates for new payments. */
export const tTemplateDialogs = createMessages({
  save: {
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
    title: 'Update template',
    description: 'The template’s price, terms and checkout settings are replaced with those of this form.',
    sharedDescription:
      'The template’s price, terms and checkout settings are replaced with those of this form. Your colleagues use the template too.',
    confirm: 'Update template',
    done: 'Template updated',
  },
  pattern: {
    label: 'Pattern for references',
    help: 'Placeholders: {placeholders}. Each payment gets the next number. Numbers are never reused, and some may be skipped.',
    preview: 'Example: <id></id>',
    problems: {
      braces: 'Close every placeholder with a brace, as in {example}',
      placeholder: 'Use only the placeholders below, as in {example}',
      sequence: 'Add one number placeholder, as in {example}',
    },
  },
  manage: {
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
    confirmDelete: 'Delete template',
    deleteBody: 'Payments created with this template don’t change.',
    deleteSharedBody:
      'Your colleagues can no longer use this template. Payments created with it don’t change.',
    failed: 'The template could not be changed',
    problems: '{count, plural, one {# value is} other {# values are}} no longer valid for this business',
  },
});

/** Why a change of templates or patterns was refused. */
export const tPaymentTemplateRefusals = createMessages({
  problem: {
    nameMissing: 'Enter a name for the template',
    nameTaken: 'You already have a template with this name',
    tooLong: 'Use at most {maximum, number} characters',
    invisible: 'Remove invisible characters',
    amount: 'Enter digits only, such as 49.90',
    tooMany: 'You can save up to {maximum, number} templates. Delete a template before you save another one.',
    unavailable: 'This template was deleted or is no longer shared. Reload the page.',
    noPattern: 'This template has no pattern for references. Enter a reference.',
    allUsed:
      'The next IDs of this pattern are already in use. Enter a reference, or use a template with another pattern.',
  },
});
