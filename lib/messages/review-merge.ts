import { createMessages } from './create-messages.ts';

/** Texts of merging cases and of the cases that are merged into one. */
export const tReviewMerge = createMessages({
  dialog: {
    title: 'Merge cases',
    description:
      'The other cases become part of the case that you keep. While that case is open, you can separate the merged cases again.',
    open: 'Merge cases…',
    related: 'Related cases',
    keep: 'Case to keep',
    choice: 'Case {number} · {name}',
    merge: 'Merge cases',
    mergeCount: '{count, plural, one {Merge # case} other {Merge # cases}}',
    merged: 'Cases merged into case {number}',
    failed: 'The cases could not be merged',
  },
  list: {
    title: 'Cases decided together',
    note: 'A decision on this case applies to all of these cases.',
    thisCase: 'This case',
    reportDraft: 'Report draft',
    reportFiled: 'Report filed: {reference}',
    total: 'Total',
    creditedEur: 'Total in EUR (largest reported amount of each case)',
    missing: '(amounts not reported: {count})',
    noAmount: 'No amount reported',
    noCredit: 'No EUR amount reported',
  },
  separate: {
    button: 'Separate',
    title: 'Separate case {number}?',
    confirm: 'Separate case',
    effect:
      'The separated case reopens with the content that it had before the merge. Everything added after the merge stays in this case.',
    done: 'Case {number} separated',
    failed: 'The case couldn’t be separated',
  },
  subjects: {
    label: 'Flagged record of case {number}',
    suffix: ' · case {number}',
    more: '{count, plural, one {# more case is} other {# more cases are}} not shown. See <link>the queue</link> or the evidence pack.',
    notAssessed: 'Risk not yet assessed',
    ofPayment: 'Payment',
    entities:
      '{count, plural, =0 {No illicit parties found} one {# illicit party} other {# illicit parties}}',
    scoreOnly: 'Risk score {score}, illicit parties not yet reported',
    scoreAndEntities:
      'Risk score {score}, {count, plural, =0 {no illicit parties found} one {# illicit party} other {# illicit parties}}',
  },
});
