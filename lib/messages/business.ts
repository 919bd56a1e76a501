import { createMessages } from './create-messages.ts';

/** Texts of the Business page. */
export const tBusiness = createMessages({
  title: 'Business',
  subject: 'business record',
  asReceived: {
    raw: 'Business data exactly as received',
    title: 'Business record as received',
    unnamed: 'The service’s documentation doesn’t describe this field',
  },
  empty: {
    explanation:
      'When the service sends the business record, you can see its currencies, networks, settlement and policies here.',
    title: 'No business record yet',
  },
  fields: {
    accepts: 'Accepted currencies',
    businessId: 'Business ID',
    callbackAddresses: 'Callback URLs',
    created: 'Created at',
    depositCurrencies: 'Deposit currencies',
    depositExchanged: 'Callback URL for exchanged deposits',
    depositReceived: 'Callback URL for received deposits',
    displayCurrencies: 'Price currencies',
    empty: 'empty',
    identity: 'Business details',
    name: 'Name',
    networksByCurrency: 'Networks by currency',
    no: 'No',
    none: 'none',
    notReported: 'Not reported by the service',
    overpaymentPolicy: 'Overpayment policy',
    ratioHint: 'Shown as received. The scale is unknown, so 50% could appear as 50 or as 0.5.',
    refundFollowUp: 'Refund of follow-up deposits',
    refundFollowUpHint: 'Whether the service refunds later deposits to a one-time payment',
    serviceFee: 'Payer’s share of service fee',
    serviceFeeHint:
      'This value is shown exactly as the service reports it. The scale is unknown, so 50% could appear as 50 or as 0.5.',
    settlement: 'Settlement and policies',
    settlementCryptoCurrency: 'Crypto currency of the settlement',
    settlementCryptoRatio: 'Crypto share of the settlement',
    settlementFiatCurrency: 'Fiat currency of the settlement',
    technical: 'Technical',
    theme: 'Checkout theme',
    withdrawal: 'Callback URL for withdrawals',
    yes: 'Yes',
  },
  flaws: { item: '{path} {problem}', title: 'Some fields don’t match the service’s documentation' },
  history: {
    absent: 'Not reported',
    changedTo: 'changed to',
    empty: 'empty',
    first: 'First version',
    secretChanged: 'The secret part of the callback URL changed',
    title: 'History of changes',
  },
  policy: {
    EXCESS_REFUND: 'The service refunds the amount above the requested one',
    PROCESS: 'The service processes the amount above the requested one',
  },
});
