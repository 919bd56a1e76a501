import { createMessages } from './create-messages.ts';

/** Texts of unsent text that is kept on the server. */
export const tDrafts = createMessages({
  restored: 'Your unsent text was restored, as last saved <time></time>.',
  discard: 'Discard draft',
  notSaved: 'Your text couldn’t be saved. {reason} Copy your text before you leave this page.',
  notReached: 'The server did not answer.',
  /** The person left the form before its text could be saved. */
  left: {
    title: 'Your unsent text couldn’t be saved',
    detail: '{reason} To continue, open the form again in this tab. The text is lost if you close the tab.',
  },
  closed: {
    title: 'Your unsent text',
    note: 'Only you can read this text. It is kept until {day}.',
  },
  problem: {
    tooLong: 'This text is too long to be saved as a draft.',
    unknownForm: 'Drafts of this form can’t be saved. Reload the page.',
    unknownField: 'Text in this field can’t be saved as a draft.',
    closed: 'This form is closed. You can’t save text in it any more.',
    tooMany:
      'You have {count, number} drafts in this business, which is the maximum. Send or discard one of them.',
  },
});
