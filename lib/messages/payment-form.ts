import { createMessages } from './create-messages.ts';

/** Errors of the form that creates a payment. */
export const tPaymentForm = createMessages({
  form: {
    clientPaymentId: 'Enter an ID for this payment',
    tooLong: 'Use at most {maximum, number} characters',
    controlCharacters: 'Remove line breaks and other control characters',
    invisible: 'Remove invisible characters',
    amount: 'Enter an amount',
    aboveZero: 'Enter an amount above 0',
    decimalPoint: 'Use a point before the decimals, such as 49.90',
    thousands: 'Remove thousands separators, such as the comma in 1,234.50',
    decimals:
      '{maximum, plural, =0 {{currency} has no decimals. Enter a whole amount} one {{currency} has # decimal. Remove the extra decimals} other {{currency} has # decimals. Remove the extra decimals}}',
    leadingZero: 'Remove the zero at the start',
    digits: 'Use at most 35 digits before the decimal point and 30 after it',
    plainDigits: 'Enter digits only, such as 49.90',
    redirectUrl: 'Enter a full address that begins with https://',
    priceIn: 'Choose fiat or crypto for the price',
    currency: 'Choose a currency',
    network: 'Choose a network',
    type: 'Choose a payment type',
    rate: 'Choose a rate type',
    expiry: 'Choose when the payment expires',
    redirectMode: 'Choose where the redirect opens',
    minutes: 'Enter whole minutes, such as 90',
    minutesTooLong: 'Use at most 15 digits for the minutes',
    check: 'Check the highlighted fields. Nothing was sent.',
    contract: 'This field {problem}',
  },
});
