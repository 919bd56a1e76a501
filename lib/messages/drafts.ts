import { createMessages } from './create-messages.ts';

/** Texts of unsent text that is kept on the server. */
export const tDrafts = createMessages({
  restored: 'Your unsent text was restored. Last saved <time></time>.',
  discard: 'Discard draft',
  notSaved: 'Your text wasn’t saved. {reason} Copy it before you leave.',
  notReached: 'The server did not answer.',
  closed: {
    title: 'Your unsent text',
    note: 'Only you can read it. It is kept until {day}.',
  },
  problem: {
    tooLong: 'This text is too long to be kept.',
    unknownField: 'Text in this field can’t be saved as a draft.',
    closed: 'This form isn’t available any more.',
    tooMany: 'You have {count, number} drafts in this business. Send or discard one first.',
  },
});
