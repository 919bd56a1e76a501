import { createMessages } from './create-messages.ts';

/** Why a schedule is refused. */
export const tScheduleRefusals = createMessages({
  name: 'Enter a name.',
  nameTooLong: 'Use at most 80 characters.',
  nameCharacters: 'The name contains invisible characters. Type it again.',
  recipients: 'Choose at least one recipient.',
  tooManyRecipients: 'Choose at most 50 recipients.',
  notAllowed: 'The role of a recipient doesn’t allow this report. Reload the page and choose again.',
  day: 'Choose a day.',
  currency: 'Choose a settlement currency.',
  list: 'Choose a list.',
  target: 'Choose a program and its entries.',
  rate: 'This program needs a rate for each file in this currency. Create the file under Accounting.',
  view: 'The saved view no longer exists. Reload the page and choose another one.',
  gone: 'The schedule no longer exists. Reload the page.',
  running: 'A run has started and isn’t finished yet. Wait until it ends.',
  runGone: 'This report doesn’t exist, or it is for other people.',
});
