import { createMessages } from './create-messages.ts';

/** Reasons why a payment was not created, sent again or read. */
export const tPaymentRefusals = createMessages({
  create: {
    aboveLimit:
      'This payment is above the limit for payments without approval. A colleague must approve the payment first. Nothing was sent.',
    forbidden:
      'The person who made this request can no longer create payments for this business. Nothing was sent.',
  },
  taken: {
    PROPOSED: 'A payment with this reference is waiting for approval, or is approved but not sent yet.',
    QUEUED: 'A file is about to send a payment request with this reference.',
    SENDING: 'A payment request with this reference is being sent.',
    CREATED: 'A payment with this reference already exists.',
    UNKNOWN: 'A payment request with this reference has an unknown outcome. The payment may exist.',
    other: 'A payment request with this reference already exists.',
    nothingSent: '{problem} Nothing was sent.',
    useAnother: '{problem} Use a different reference for a new payment.',
    justNow: 'Another payment request used this reference at the same time. Nothing was sent.',
  },
  duplicate: {
    unknown:
      'Nothing was sent, because another request may create a second checkout link. Confirm that you want another link.',
    seen: 'A payment with this reference already exists, so nothing was sent. Confirm that you want another checkout link.',
    confirm: 'Confirm that you want another checkout link',
  },
  sendAgain: {
    notFound: 'This business has no payment request with this ID.',
    interrupted: 'The payment request was interrupted before the service’s answer was saved.',
    known: 'Nothing was sent, because the outcome of this request is known by now. Reload the page.',
    sending: 'This payment request is already being sent, so it was not sent again.',
  },
  proposed: {
    decline: 'A second person declined this payment.',
    withdraw: 'The person who proposed this payment withdrew it.',
    expired: 'The approval of this payment has expired.',
  },
  notCreated: {
    recorded: 'A person checked the service and found no payment from this request.',
    known:
      'Nothing was saved, because this request has a payment or a known outcome by now. Reload the page.',
  },
  outcome: {
    notSaved:
      'The request was sent, but its outcome ({state}) couldn’t be saved. Don’t create the payment again. Wait a minute, then search for its reference.',
    notJson: 'The service answered with HTTP status {status}, but not in valid JSON: the answer {problem}.',
    notEchoed: 'The service answered with HTTP status {status}, but for a different payment.',
    unsafeLink: 'The service created the payment, but its checkout link is missing or unsafe.',
    notSent: 'Nothing was sent: {reason}.',
    unknown: 'The payment request was sent, but {reason}.',
    refused: 'The service answered with HTTP status {status}.',
    refusedWithReason: 'The service answered with HTTP status {status}: {reason}',
  },
  read: {
    notFound: 'This business has no payment with this ID.',
    off: 'Payments can’t be refreshed. Ask the operator of Countinghouse to set SERVICE_PAYMENT_READ_PATH.',
    tooMany: 'Too many payments were read from the service in the last seconds. Try again shortly.',
    failed: 'The payment could not be refreshed. {reason}',
    unreadable: 'The service’s answer could not be understood.',
    notSaved:
      'The service’s answer could not be saved. Ask the operator of Countinghouse to check the server log.',
    tooLarge: 'The payment record is too large to process.',
    tooLargeBecause: 'The payment record is too large to process: {reason}.',
    deadline: 'The service did not answer within {seconds} seconds.',
    partial: 'Only {count} of {total} payments could be refreshed.',
    noAnswer: 'The service did not answer.',
    noAnswerBecause: 'The service did not answer: {reason}.',
  },
});

/** Why the details of a payment were refused. */
export const tCreationDetailRefusals = createMessages({
  problem: {
    noteTooLong: 'Use at most {maximum, number} characters.',
    tooManyLabels: 'Use at most {maximum, number} labels.',
    noFormer: 'The payment to replace doesn’t exist. Create a new payment instead.',
  },
});
