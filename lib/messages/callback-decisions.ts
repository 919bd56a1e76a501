import { createMessages } from './create-messages.ts';

/** Texts for releasing and rejecting quarantined callbacks, one or many. */
export const tCallbackDecisions = createMessages({
  panel: {
    accept: 'Accept',
    acceptAsReceived: '{field}: Accept as received',
    leaveOut: '{field}: Leave out, so it stays unknown',
    note: 'Note',
    noteHelp: 'Required to reject. Everyone who can see the callback sees the note.',
    ownersOnly: 'An owner can release or reject it.',
    quarantined: 'Why it is quarantined',
    rejected: 'Why it was rejected',
    reject: 'Reject',
    release: 'Release',
    releaseHelp:
      'Releasing applies the stored content with the current version of Countinghouse. No byte is changed.',
    stuck: 'Reasons that you can’t accept keep it in quarantine until their cause is fixed.',
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
    question: 'Reject the quarantined callbacks among {count}?',
    reject: 'Reject selected',
    reprocess: 'Reprocess selected',
    text: 'Rejected callbacks aren’t applied. You can still release them later. The others stay unchanged.',
    notRejected: 'The callbacks were not rejected',
    partly: 'Some callbacks may have been rejected',
    rejected: '{count, plural, one {# callback rejected} other {# callbacks rejected}}',
    unchanged:
      '{count, plural, one {# callback wasn’t quarantined.} other {# callbacks weren’t quarantined.}}',
  },
  errors: {
    address: 'Part of the list’s address isn’t valid. Select the callbacks again.',
    changed: 'A colleague has decided on this callback. Review it again.',
    held: 'It stays in quarantine: {reasons}.',
    hiddenReason: '{field} isn’t valid',
    noteTooLong: 'Use at most 2,000 characters',
    notFound: 'This business has no such callback.',
    reasonMissing: 'Enter why you reject it',
    reasonMissingForMany: 'Enter why you reject them',
    tooMany:
      'More than {maximum, number} callbacks are selected. Narrow the list with filters, or reprocess by kind, verdict and days.',
  },
  risk: {
    hiddenReason: 'Hidden: the reason is risk detail',
    hiddenValue: 'is not valid; its value is risk detail',
  },
});
