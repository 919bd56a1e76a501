import { createMessages } from './create-messages.ts';

/** Texts of the report of a case. */
export const tReviewCaseReport = createMessages({
  report: {
    title: 'Suspicious activity report',
    notStarted: 'Report not started',
    draft: 'Draft',
    filed: 'Report filed',
    label: 'Report text',
    help: 'Describe what happened and why it is suspicious. The payer must not find out about this report.',
    newerVersion: '{person} saved another version of this report. Copy your text, then reload the page.',
    colleague: 'A colleague',
    save: 'Save draft',
    saved: 'Draft saved',
    notSaved: 'The draft couldn’t be saved',
    copy: 'Copy text',
    reference: 'Authority reference',
    referenceHelp:
      'First file the report with the authority. Then enter the reference number that the authority gave you.',
    filedOn: 'Filed on',
    confirmFiling: 'Did you file the report of case {number} with the authority on {day} as {reference}?',
    confirmFilingNote: 'You can’t undo this step. If you need to correct the report later, add an amendment.',
    markFiled: 'Mark as filed',
    markedFiled: 'Report marked as filed',
    notMarked: 'The report couldn’t be marked as filed',
    filedUnder: 'Filed under <number>{reference}</number> by {person}, <time></time>',
    receivedOn: 'Filed with the authority on {day}',
    amend: 'Amend report',
    amendHelp: 'First file the corrected report with the authority. All earlier versions are kept.',
    amendReason: 'Reason for the amendment',
    confirmAmendment:
      'Did you file the corrected report of case {number} with the authority on {day} as {reference}?',
    confirmAmendmentNote: 'You can’t undo this step. To correct this amendment later, add another amendment.',
    saveAmendment: 'Save amendment',
    amended: 'Amendment saved',
    notAmended: 'The amendment couldn’t be saved',
    discardAmendment: 'Cancel',
    amendment: 'Amendment {number}',
    original: 'Original report',
    amendmentReason: 'Reason: {reason}',
  },
});
