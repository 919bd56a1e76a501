import { createMessages } from './create-messages.ts';

/** Texts of taking the next case and of undoing changes. */
export const tReviewTakeNext = createMessages({
  takeNext: {
    button: 'Take next case',
    failed: 'The next case couldn’t be assigned to you',
    none: 'There are no unassigned cases',
  },
  undo: {
    button: 'Undo',
    done: '{count, plural, =0 {Nothing was undone} one {Change to # case undone} other {Changes to # cases undone}}',
    skipped:
      '{count, plural, one {# case was changed again in the meantime, so your change to this case was not undone.} other {# cases were changed again in the meantime, so your changes to these cases were not undone.}}',
    failed: 'The change couldn’t be undone',
  },
});
