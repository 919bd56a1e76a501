import { createMessages } from './create-messages.ts';

/** Texts for releasing and rejecting quarantined callbacks, one or many. */
export const tCallbackDecisions = createMessages({
  panel: {
    accept: 'Accept problems with these fields',
    acceptAsReceived: '{field}: accept as received',
    leaveOut: '{field}: leave out, so it stays unknown',
    note: 'Note',
    noteHelp: 'Required to reject. Everyone who can see the callback sees the note.',
    ownersOnly: 'Only an owner can release or reject this callback.',
    quarantined: 'Why this callback is quarantined',
    rejected: 'Why this callback was rejected',
    reject: 'Reject callback',
    release: 'Release callback',
    releaseHelp:
      'Releasing adds the values of this callback to your records. The stored callback doesn’t change.',
    stuck: 'Some problems can’t be accepted. The callback stays in quarantine until they are fixed.',
  },
  result: {
    connectionLost: 'The connection was lost. Check the callback, then try again.',
    notRejected: 'The callback was not rejected',
    notReleased: 'The callback was not released',
    rejected: 'Callback rejected. It stays in the list.',
    released: 'Callback released and applied',
  },
  selection: {
    confirm: 'Reject callbacks',
    note: 'Note',
    noteHelp: 'Required. Everyone who can see a callback sees its note.',
    question: 'Reject the quarantined callbacks among the {count} selected?',
    reject: 'Reject selected',
    reprocess: 'Reprocess selected',
    text: 'The values of rejected callbacks aren’t used. You can still release them later. The others stay unchanged.',
    notRejected: 'The callbacks were not rejected',
    partly: 'Some callbacks may have been rejected',
    rejected: '{count, plural, one {# callback rejected} other {# callbacks rejected}}',
    unchanged:
      '{count, plural, one {# callback wasn’t quarantined.} other {# callbacks weren’t quarantined.}}',
  },
  errors: {
    address: 'Part of the list’s address isn’t valid. Select the callbacks again.',
    changed: 'A colleague has decided on this callback. Review it again.',
    held: 'The callback stays in quarantine: {reasons}.',
    hiddenReason: '{field} isn’t valid',
    noteTooLong: 'Use at most 2,000 characters',
    notFound: 'This business has no such callback.',
    reasonMissing: 'Enter why you reject the callback',
    reasonMissingForMany: 'Enter why you reject the callbacks',
    tooMany:
      'More than {maximum, number} callbacks are selected. Narrow the list with filters, or reprocess by type, result and days.',
  },
  risk: {
    hiddenReason: 'Hidden: the reason contains risk details',
    hiddenValue: 'is not valid; its value is a risk detail',
  },
});
