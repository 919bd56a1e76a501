import { createMessages } from './create-messages.ts';

/** Texts for releasing and rejecting quarantined callbacks, one or many. */
export const tCallbackDecisions = createMessages({
  panel: {
    accept: 'Accept these problems to release the callback',
    acceptAsReceived: '{field}: accept the value as received',
    leaveOut: '{field}: don’t use the value, so it stays unknown',
    note: 'Note',
    noteHelp:
      'To reject the callback, you must enter a note. Everyone who can see the callback sees the note.',
    ownersOnly: 'Only an owner can release or reject this callback.',
    quarantined: 'Why this callback is quarantined',
    rejected: 'Why this callback was rejected',
    reject: 'Reject callback',
    release: 'Release callback',
    releaseHelp:
      'Releasing adds the values of this callback to your records. The stored callback doesn’t change.',
    stuck:
      'You can’t accept some of these problems. Until those problems are fixed, the callback stays in quarantine.',
  },
  result: {
    connectionLost: 'The connection was lost. Check the callback, then try again.',
    notRejected: 'The callback couldn’t be rejected',
    notReleased: 'The callback couldn’t be released',
    rejected: 'Callback rejected. The callback stays in the list.',
    released: 'Callback released. Its values are now used.',
  },
  selection: {
    confirm: 'Reject callbacks',
    note: 'Note',
    noteHelp: 'A note is required. Everyone who can see a callback sees its note.',
    question: 'Reject the quarantined callbacks in your selection ({count} selected)?',
    reject: 'Reject selected',
    reprocess: 'Reprocess selected',
    text: 'The values of rejected callbacks aren’t used. You can still release rejected callbacks later. Callbacks that aren’t quarantined don’t change.',
    notRejected: 'The callbacks couldn’t be rejected',
    partly: 'Some callbacks may have been rejected',
    rejected: '{count, plural, one {# callback rejected} other {# callbacks rejected}}',
    unchanged:
      '{count, plural, one {# callback wasn’t quarantined and stays unchanged.} other {# callbacks weren’t quarantined and stay unchanged.}}',
  },
  errors: {
    address: 'A filter in the page address isn’t valid. Select the callbacks again.',
    changed: 'A colleague has released or rejected this callback in the meantime. Review the callback again.',
    held: 'The callback stays in quarantine: {reasons}.',
    hiddenReason: '{field} isn’t valid',
    noteTooLong: 'Use at most 2,000 characters',
    notFound: 'This business has no callback with this ID.',
    tooMany:
      'You selected more than {maximum, number} callbacks. Narrow the list with filters. To reprocess more callbacks, use the Reprocess page.',
  },
  risk: {
    hiddenReason: 'Hidden: the reason contains risk details',
    hiddenValue: 'is not valid (the value is hidden because it is a risk detail)',
  },
});
