import { createMessages } from './create-messages.ts';

/** Errors of saved views. */
export const tSavedViews = createMessages({
  invisibleCharacters: 'Remove invisible characters.',
  nameMissing: 'Enter a name for the view.',
  nameTaken: 'You already have a view with this name.',
  nameTooLong: 'Use at most 60 characters.',
  tooManyFilters: 'This view has too many filters. Remove some filters and save the view again.',
  tooManyViews:
    'You can save up to {maximum, number} views of a list. Delete a view before you save another one.',
  unknown: 'This view doesn’t belong to this list. Reload the list.',
  unavailable: 'This view was deleted or is no longer shared. Reload the list.',
});
