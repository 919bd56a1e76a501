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
