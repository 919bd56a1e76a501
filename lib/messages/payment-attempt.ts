import { createMessages } from './create-messages.ts';

/** Texts of the last attempt to create a payment, beside the form. */
export const tPaymentAttempt = createMessages({
  requestId: 'Request ID <id></id>',
  connectionLost: 'The connection was lost before the server answered',
  payments: {
    title: 'More than one payment may exist. Share only one link.',
    confirmed: 'Another payment was created: <link></link>',
    observed: 'Another payment with this reference: <link></link>',
    unaccounted:
      '{attempts, plural, one {The service didn’t answer the request} other {The service didn’t answer every one of the # requests}}, so another payment may exist. Its checkout link is unknown.',
  },
  error: {
    lost: 'The request may have been sent. Before you send another request, check the requests that need attention and the list of payments. Your entries are saved.',
    refusedButSeen: 'The service refused the last request, but a payment with this reference exists',
    unsentButSeen: 'Nothing was sent, but a payment with this reference exists',
    again: 'If you send another request with this reference, it may create a second checkout link.',
    refused: 'The service refused the request, so no payment was created',
    credentials:
      'The service doesn’t accept the credentials of this dashboard. Check the API key, its secret and the permissions of the key. Your entries are saved.',
    correct: 'Correct the request, then create the payment again with the same reference.',
    unsent: 'Nothing was sent, so no payment was created',
    unsentBody: 'Your entries are saved. Send the request again when the service is available.',
    signedOut: 'You were signed out, so nothing was sent',
    signedOutBody: 'Your entries are saved in this tab.',
    signIn: 'Sign in again',
  },
});

/** Texts of a create request: its outcome, its errors and the fields that were sent. */
export const tPaymentOutcome = createMessages({
  goToPayment: 'Go to the payment',
  createAnother: 'Create another payment',
  createLikeThis: 'Create another payment like this',
  created: {
    title: 'Payment created',
    confirmed: 'The service confirmed the payment with the reference {clientPaymentId}.',
    observed:
      'The service’s response to this request wasn’t saved, but a payment record with the reference {clientPaymentId} exists.',
    checkout: 'Checkout',
    noLink: 'The checkout link is unknown, because the service’s response didn’t include a link.',
    stateUnknown: 'The state of this payment isn’t known yet, so its QR code isn’t shown. Reload the page.',
    copyName: 'checkout link',
    open: 'Open checkout',
    copy: 'Copy link',
    qrCode: 'QR code of the checkout link',
  },
  sending: {
    title: 'The request is being sent',
    body: 'The service has up to 15 seconds to answer. This page updates automatically.',
  },
  proposed: {
    title: 'This payment waits for approval',
    body: 'It is not sent before a second person approves it on New payment.',
  },
  queued: {
    title: 'A file is about to send this request',
    body: 'The batch sends its rows in order. This page updates when the request is sent.',
  },
  unknown: {
    title: 'Outcome unknown: the payment may exist',
    noAnswer: 'Countinghouse received no valid answer from the service.',
    resent:
      'The request may have been sent again. If so, the number of “Times sent” increases when this page updates.',
    options: 'How to find out whether the payment exists',
    callback:
      'A callback or an <link>imported record</link> for <id></id> shows whether the payment exists. This page then updates automatically.',
    account:
      'Search for the payment in your account at the service. This dashboard can’t search there by reference.',
    again:
      'You can send the same request again. If the first request created a payment, the customer could pay twice.',
    notCreated: 'Mark as not created',
    notCreatedQuestion: 'Was no payment created for {clientPaymentId}?',
    notCreatedBody:
      'Look for the reference at the service first. If the payment exists, the customer can pay it. This can’t be undone.',
    search: 'Search for this payment',
    sendAgain: 'Send again',
    confirm: 'Send the request for {clientPaymentId} again?',
    confirmBody:
      'The first request may have created a payment. A second request may create a second checkout link. Share only one link.',
  },
  sent: {
    title: 'Sent request',
    technical: 'Technical',
    unsent: 'Unsent request',
    createdBy: 'Created by',
    created: 'Created at',
    attempts: 'Times sent',
    body: 'Exact content of the request',
    noAmount: 'The request has no amount.',
  },
});

/** Texts of the confirmation that another checkout link with the same reference is wanted. */
export const tDuplicateConfirmation = createMessages({
  label: 'Create another checkout link with this reference',
  help: 'Another payment with this reference exists or may exist. The customer could pay twice, so share only one of the links.',
  error: 'Confirm that you want another checkout link, or enter a different reference.',
});
