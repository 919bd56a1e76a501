import { createMessages } from './create-messages.ts';

/** Reasons why an action on a review case is refused, and errors of the desk's forms. */
export const tReviewRefusals = createMessages({
  form: {
    reload: 'This page is out of date. Reload the page.',
    reason: 'Enter a reason.',
    longest: 'Use at most {count, number} characters.',
    decision: 'Choose a decision.',
    otherDecision: 'Choose another decision.',
    noCase: 'Select at least one case.',
    mostCases: 'Select at most {count, number} cases.',
    caseToMerge: 'Select a case to merge.',
    assignee: 'Choose a person with the role Owner or Compliance.',
    secondFromEur: 'Enter an amount in EUR, such as 1000.',
    hours: 'Enter a whole number of hours, such as 24.',
    atLeast: 'Enter {count, number} or more.',
    mostLines: 'Use at most {count, number} categories, one on each line.',
    categoryWord: 'Enter a word with letters on each line.',
    atMost: 'Enter {count, number} or less.',
    riskScore: 'Enter a risk score as the service reports it, or leave the field empty.',
    counterparty: 'Enter an address or the name of a party.',
    authority: 'Choose the authority.',
    filedOn: 'Enter the day on which you filed the report.',
    reportReference: 'Enter the reference number from the authority.',
  },
  file: {
    empty: 'The file is empty. Choose another file.',
    tooLarge: 'The file is larger than 5 MB. Choose a smaller file.',
    unsupported: 'Attach a PDF, PNG, JPEG, WebP or plain text file.',
    wrongEnding: 'This is a {type} file, but its name has another file extension. Rename the file.',
    tooMany: 'A case can have at most {count, number} files.',
    duplicate: 'This file is already attached to the case.',
  },
  problem: {
    watchChanged: 'Someone else changed this entry of the watch list. Reload the page.',
    recordNotFound: 'This business has no deposit or withdrawal with this ID.',
    recordHasCase: 'This record already has a case. Reload the page to open it.',
    caseNotFound: 'This business has no case with this ID.',
    newValues: 'The service has just reported new values. Reload the case and review it before you decide.',
    caseChanged: 'The case has changed since you opened it. Reload the case and review it before you decide.',
    mergedCaseChanged: 'The case has changed since you opened it. Reload the page.',
    caseMerged: 'This case was merged into another case. Continue your work in that case.',
    notAssigned: 'At least one of these cases doesn’t belong to this business, so no case was assigned.',
    notSnoozed: 'At least one of these cases doesn’t belong to this business, so no case was snoozed.',
    notMerged: 'At least one of these cases doesn’t belong to this business, so no case was merged.',
    snoozeOpenOnly: 'You can only snooze open cases.',
    notAssignable: 'This person doesn’t review cases in this business. Choose another person.',
    alreadyProposed: 'This case is already decided or has a proposal. Reload the page.',
    decisionNotOffered:
      'This decision isn’t possible for the current service status. Choose another decision.',
    noProposal: 'This case has no open proposal. Reload the page.',
    notOpened:
      'You haven’t opened this case since the decision was proposed. Open the case and read it first.',
    noReopening: 'No one has proposed to reopen this case. Reload the page.',
    reopeningPending: 'A proposal to reopen this case is already pending approval.',
    reopenDecidedOnly: 'You can only reopen decided cases.',
    fileNotFound: 'This file isn’t attached to this case.',
    reportMissing: 'The report has no saved draft yet. Save a draft first.',
    reportFiled: 'The report is already filed and can’t be changed. To correct it, add an amendment.',
    reportChanged: 'Someone else saved the report. Copy your text, then reload the page.',
    reportChangedBeforeFiling:
      'Someone else saved the report. Reload the page and review the report before you file it.',
    reportUndecided: 'Before you can file the report, a second person must approve the decision to report.',
  },
  settings: {
    answered: 'This proposal was already approved, declined or withdrawn. Reload the page.',
    outdated: 'The settings have changed since the proposal. Decline the proposal, or ask for a new one.',
    pending:
      'Another change of the settings is pending approval. Approve or decline that change before you propose a new one.',
    missingPeople: 'Less strict settings need approval by a second person. {missing}',
    reason: 'Enter the reason why less strict settings are needed.',
  },
  merge: {
    itself: 'A case can’t be merged into itself.',
    changed: 'Case {number} has changed since you opened it. Reload the page.',
    merged: 'Case {number} was already merged into another case.',
    proposed:
      'Case {number} has an open proposal. Approve, decline or withdraw the proposal before you merge the case.',
    twoPeople:
      'Two people decided case {number}, so a second person must approve reopening it. Reopen the case before you merge it.',
    undecided:
      'Case {stays} is decided, but case {joins} is not decided yet. Reopen case {stays}, or merge it into case {joins}.',
    differentDecisions:
      'Cases {stays} and {joins} have different decisions ({staysDecision}, {joinsDecision}). Reopen case {stays} before you merge these cases.',
    decided: 'decided',
    notMerged: 'This case was not merged into another case, so it can’t be separated.',
    separateProposed:
      'Case {number} has an open proposal. Approve, decline or withdraw the proposal before you separate this case.',
    separateDecided:
      'Case {number} is already decided. To separate this case from it, reopen case {number} first.',
  },
});
