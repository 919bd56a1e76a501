import { createMessages } from './create-messages.ts';

/** Why a bank statement, a match or a rule is refused. */
export const tReconciliationRefusals = createMessages({
  file: {
    empty: 'This file is empty.',
    tooLarge: 'This file has more than 100 MB. Export a shorter period from your bank.',
    encoding: 'The text of this file can’t be read. Export it again in UTF-8.',
    unknown: 'This file is no bank or wallet statement. Use camt.053, MT940 or CSV.',
    damaged: 'This file is damaged or incomplete. Export it again.',
    definition:
      'This XML file contains a document type definition, so it was refused. Export the statement from your bank again.',
    message: 'This XML file is no camt.053 statement. Export the account statement of whole days.',
    columns: 'Choose a column for the day and for the amount.',
    decimalSign: 'Amounts of this file can be read in two ways, such as 1.500. Choose the decimal sign.',
    dayOrder: 'Dates of this file can be read in two ways, such as 03/04/2026. Choose their order.',
    access: 'The person who uploaded this file may no longer import statements. Upload it again.',
    unexpected:
      'The file couldn’t be read, and nothing was imported. Try again. If it fails again, contact the operator of Countinghouse.',
    notRetryable: 'This file can’t be read again. Upload it again.',
    longHeader: 'A column name of this file has more than 300 characters. Shorten it.',
    missing: 'Parts of this file are missing. Upload it again.',
    chunk: 'A part of the file didn’t arrive complete. Upload the file again.',
    notFound: 'This file doesn’t exist.',
    complete: 'This file is complete already.',
    another: 'Only the person who started the upload can continue it.',
    tooMany: 'Several files are waiting to be read. Try again later.',
    matched: 'A person has matched lines of this file. Undo these matches first.',
    waits: 'This file is still being read.',
  },
  tooMany: 'Select at most 500 items on each side.',
  nothing: 'Select a line and what it belongs to.',
  changed: 'These items have changed since you opened the page. Reload it and select again.',
  difference: 'The difference isn’t zero. Give a reason to match them anyway.',
  unknownAmount: 'A record without a reported amount can’t be matched. It can be ignored.',
  mixed: 'Deposits and withdrawals can’t be in one match.',
  negative: 'The selected lines total zero or less. Select lines of money that arrived.',
  gone: 'This match was undone already. Reload the page.',
  currency: 'Choose items in one currency.',
  rule: {
    name: 'Name the rule.',
    days: 'Enter days from 0 to 60.',
    tolerance: 'Enter an amount, such as 1.50.',
    currency: 'A rule keeps its currency. Add a rule for the other one.',
    tooMany: 'There are 50 rules. Remove one first.',
    gone: 'This rule was removed already. Reload the page.',
    text: 'A rule that ignores lines needs a text that they contain.',
  },
});
