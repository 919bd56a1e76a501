import { createMessages } from './create-messages.ts';

/** Texts of unsent text that is kept on the server. */
export const tDrafts = createMessages({
  restored: 'Your unsent text was restored. Last saved <time></time>.',
  discard: 'Discard draft',
  notSaved: 'Your text wasn’t saved. {reason} Copy your text before you leave.',
  notReached: 'The server did not answer.',
  payment: {
    title: 'Unsent payments',
    offer: 'You have an unsent payment {reference}. Last saved <time></time>.',
    continue: 'Continue draft',
  },
  rows: {
    title: 'Unsent copied rows',
    offer:
      '{count, plural, one {You have # copied line} other {You have # copied lines}} that you didn’t check. Last saved <time></time>.',
    tabOnly: 'Your rows are saved only in this tab. {reason}',
  },
  closed: {
    title: 'Your unsent text',
    note: 'Only you can read this text. It is kept until {day}.',
  },
  problem: {
    tooLong: 'This text is too long to be saved as a draft.',
    unknownField: 'Text in this field can’t be saved as a draft.',
    closed: 'This form isn’t available any more.',
    tooMany: 'You have {count, number} drafts in this business. Send or discard one first.',
  },
});
