import { createMessages } from './create-messages.ts';

/** Texts about requests for information on a case. */
export const tReviewRequests = createMessages({
  title: 'Request for information',
  open: 'Request information',
  to: { label: 'Who answers', service: 'The service', payer: 'The payer' },
  question: 'Question',
  questionHelp: {
    service: 'Stored on the case. Send it to the service yourself.',
    payer:
      'Becomes part of a neutral message to the customer. Don’t mention a review, a risk or an authority, and add no links.',
  },
  language: 'Language of the message',
  dueOn: 'Answer due on',
  send: 'Request information',
  failed: 'The request couldn’t be stored',
  done: 'Request stored. Send the message now.',
  waiting: {
    service: 'Waiting for the service until <time></time>',
    payer: 'Waiting for the payer until <time></time>',
  },
  overdue: {
    service: 'The service should have answered by <time></time>',
    payer: 'The payer should have answered by <time></time>',
  },
  message: 'Send this message yourself, by email or another channel.',
  copy: 'Copy message',
  email: 'Write email',
  answer: 'Answer',
  answerHelp: 'Enter what you received, or that no answer arrived. This ends the request.',
  record: 'Record answer',
  recordFailed: 'The answer couldn’t be stored',
  recorded: 'Answer recorded',
  ofRequest: { service: 'Request to the service', payer: 'Request to the payer' },
  isAnswer: 'Answer to the request',
  badge: 'Waiting for information',
  badgeOverdue: 'Information overdue',
  badgeHint: 'Information is requested on this case.',
  closedByReport:
    'A report to an authority was proposed, so you can’t request information. A request could warn the payer.',
  problem: {
    state: 'You can request information only for an open case.',
    open: 'A request on this case has no answer yet. Record it first.',
    answered: 'This request was answered already.',
    report:
      'A report to an authority was proposed on this case, or on another one of its payment. A request could warn the payer.',
    dueOn: 'Choose a day from today to 90 days from now.',
    link: 'Remove the link from the message.',
    word: 'Remove the word “{word}”. The message must not show that a payment is being reviewed.',
    reference: 'Only a payment or deposit has a payer.',
  },
});

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
