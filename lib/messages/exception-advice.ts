import { createMessages } from './create-messages.ts';

/** Texts that suggest what to do about an exception. */
export const tExceptionAdvice = createMessages({
  title: 'What you can do',
  under: 'Ask the customer for the missing amount, or agree with the customer on what to deliver.',
  underMissing: 'Send the customer a new payment request for the missing <amount></amount>.',
  underRequested:
    'The missing amount was requested with <link></link>. Resolve this exception when that payment is paid.',
  underRefunded:
    'A deposit is or will be refunded. Agree with the customer on what to pay before you request more.',
  requestRest: 'Request the rest',
  over: {
    reported:
      'The overpayment policy of this payment is “{policy}”. Check the deposits to see what the service did.',
    notReported:
      'The overpayment policy of this payment isn’t reported. Check the deposits to see what the service did.',
  },
  late: 'Decide whether you still accept the order. Then deliver the order, or agree on a refund with the customer.',
  mismatch: 'Compare the coin and network of the deposit with the request before you deliver.',
  'wrong-coin':
    'A deposit is in another coin than the payer chose. Compare its value with the request before you deliver.',
  'wrong-network':
    'A deposit is in the right coin, but on another network. Check that the service credited it before you deliver.',
  contradicted:
    'The service reports other values than before the payment was settled. Ask the service why, and check what you booked.',
  difference: '{field}: <stored></stored> → <reported></reported>',
  unmatched: 'Refresh the payment from the service, or import its record.',
  refund: 'The service reported a refund: <status></status>',
});
