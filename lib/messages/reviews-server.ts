import { createMessages } from './create-messages.ts';

/** How the service's status contradicts a decision. Combinations that `findContradiction` never returns keep the keys regular. */
export const tReviewDisagreements = createMessages({
  clear: {
    blocked: 'Your team cleared this case, but the service has blocked the money.',
    'let-through': 'Your team cleared this case, and the service released the money.',
    'not-refundable': 'Your team cleared this case, and the service can’t refund the money.',
  },
  'keep-blocked': {
    blocked: 'Your team decided to maintain the hold, and the service has blocked the money.',
    'let-through': 'Your team decided to maintain the hold, but the service released the money.',
    'not-refundable': 'Your team decided to maintain the hold, and the service can’t refund the money.',
  },
  'recommend-refund': {
    blocked: 'Your team recommended a refund, but the service has blocked the money.',
    'let-through': 'Your team recommended a refund, but the service released the money without a refund.',
    'not-refundable': 'Your team recommended a refund, but the service can’t refund the money.',
  },
  report: {
    blocked: 'Your team reported this case, and the service has blocked the money.',
    'let-through': 'Your team reported this case, but the service released the money.',
    'not-refundable': 'Your team reported this case, and the service can’t refund the money.',
  },
  ofMerged: 'The service’s status contradicts the decision on a merged case.',
  inMerged: 'Merged case {number}: {disagreement}',
});

/** Texts of the README in an evidence pack. The program beside it, verify.mjs, has its own. */
export const tReviewEvidence = createMessages({
  title: 'Evidence of one review case',
  notClosed: 'This case was not decided in a closed period.',
  files: {
    case: 'why the case was opened, its decisions, notes, checklist and files',
    records: 'the deposit or withdrawal, its payment and its risk assessment when this pack was created',
    joined: 'records of each case that was merged into this case',
    related:
      'records that share an address, a transaction, a reference or a party in the risk assessment with this case',
    raw: 'the original data from the payment service, byte for byte: callbacks and payment records',
    masked: 'files whose names end with -masked.json have *** in place of a callback secret',
    files: 'files attached to the case',
    audit: 'the audit log from the first entry about this case to the newest entry',
    chain: 'hashes of the audit entries about other items, without the content of these entries',
    manifest: 'the SHA-256 hash of every file',
    verify: 'the program that checks this evidence pack: node verify.mjs',
  },
  manifest: {
    purpose:
      'The program finds every changed byte. To also check manifest.json itself, add its SHA-256 to the command.',
    source: 'You find the SHA-256 in the audit log (review-case.export) and on the case page.',
    command: "node verify.mjs '<'SHA-256 of manifest.json>",
  },
  verifier: {
    purpose:
      'Before you run verify.mjs, check its hash with your own tool. A manipulated program could report a false result.',
    source: 'Compare both hashes with those in the audit log (manifest, verifier) or on the case page.',
    linux: 'sha256sum manifest.json verify.mjs            (Linux)',
    macos: 'shasum -a 256 manifest.json verify.mjs        (macOS)',
    windows: 'certutil -hashfile verify.mjs SHA256          (Windows, one file at a time)',
  },
});

/** Texts of the case metrics and of the state of the emails about cases, which only the server renders. */
export const tReviewFigures = createMessages({
  figures: {
    title: 'Case metrics',
    description: 'Cases that are open now, and decisions of the last {days} days',
    openByAge: 'Open cases by age',
    coverage: 'Cases cover only records that the service has reported to Countinghouse.',
    ages: {
      day: 'Up to 1 day',
      threeDays: '1 to 3 days',
      week: '3 to 7 days',
      older: 'Over 7 days',
    },
    overdue: 'Overdue cases',
    boundedCount: '{count}+',
    decided: 'Number of decisions',
    withReversed: '{count}, of which {reversed} were reversed later',
    cleared: 'Share of decisions that cleared the case and stand',
    percent: '{share}%',
    median: 'Median time to decision',
    slow: 'Time in which 90% of decisions were made',
    noDecisions: 'No decisions in the last {days} days',
    noDecisionsYet: 'No decisions in the last {days} days.',
    minutes: '{count} min',
    hours: '{count} h',
    days: '{count} days',
  },
  reasons: {
    title: 'Decisions by reason',
    table: 'Decisions by reason',
    reason: 'Reason',
    decided: 'Number of decisions',
    cleared: 'Cases cleared',
    reversed: 'Decisions reversed later',
    clearedShare: '{count} ({share}%)',
  },
  reviewers: {
    title: 'Decisions by reviewer',
    table: 'Decisions by reviewer',
    reviewer: 'Reviewer',
    proposed: 'Decisions proposed',
    approved: 'Decisions approved',
    reversed: 'Decisions reversed later',
  },
  alerts: {
    title: 'Emails about cases',
    offNote: 'Without a mail server, notifications about cases appear only in the app.',
    content:
      'Choose which emails you get under Settings → Notifications. Emails contain only case numbers and links.',
    server: 'Mail server',
    from: 'Email sender',
    recipients: 'Recipients',
    recipientsHint: 'Active people with the role Owner or Compliance who get emails about new cases',
    noRecipients: 'No recipients',
    people: '{count, plural, one {# person} other {# people}}',
    lastSent: 'Last email sent',
    noneSent: 'No emails sent in the last 90 days',
    queued: 'Emails waiting to be sent',
    queuedSince: '{count}. The oldest email is from <time></time>',
    notSent: 'Not sent after {attempts, plural, one {# attempt} other {# attempts}}',
    nextAttempt: '<error>{reason}</error>. Next attempt <time></time>.',
    failed: 'Emails that failed in the last 30 days',
    failure: '{error} ({attempts, plural, one {# attempt} other {# attempts}})',
  },
});

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

/** Reasons why the server refuses a review rule, a change of it or a backtest. */
export const tRuleRefusals = createMessages({
  form: {
    tooLong: 'Use at most {most, number} characters.',
    version: 'This page is out of date. Reload the page.',
    day: 'Enter a date, such as 2026-11-01.',
    dayOrder: 'Choose a date on or after the start date.',
  },
  problem: {
    notFound: 'This business has no rule with this ID.',
    changed: 'This rule has changed since you opened it. Reload the page.',
    retired: 'A retired rule can’t be changed. Create a new rule instead.',
    pendingBeforeSaving:
      'A change to this rule is pending approval. Withdraw, approve or decline that change before you save a new version.',
    pendingBeforeProposing: 'A change to this rule is already pending approval. Reload the page.',
    notPossible: 'This change isn’t possible for the current rule status. Reload the page.',
    notDraft: 'You can only discard a draft that has not been proposed for approval. Reload the page.',
    noProposal: 'This rule has no proposal to approve or decline. Reload the page.',
    backtestEnded: 'This backtest has already ended. Reload the page.',
    writing:
      'Deposits of this business are being saved at the moment, for example by an import. Try again in a minute.',
  },
});
