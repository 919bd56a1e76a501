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

/** Limits above which a payment needs a second person, and the payments that wait for one. */
export const tCreationLimits = createMessages({
  title: 'Payments that need approval',
  explanation:
    'A payment above the limit is created only after a second person approves it. The limit also applies to payments from a file. Prices are not converted. Once you set a limit, each price in a currency without one needs approval.',
  empty: 'No limits. One person can create payments of any amount.',
  currency: 'Currency',
  amount: 'Highest amount without approval',
  add: 'Add limit',
  set: 'Set limit',
  remove: 'Remove',
  removeNamed: 'Remove the {currency} limit',
  saved: 'Payment limit set',
  proposed: 'Change proposed. Another owner or an approver must approve the change.',
  failed: 'The payment limit could not be changed',
  stricter:
    'The first limit and a lower one take effect immediately. Another owner or an approver must approve other changes.',
  change: {
    higher: '{person} proposed a {currency} limit of <amount></amount>.',
    removal: '{person} proposed to remove the {currency} limit.',
  },
});

/** Why a limit or an approval was refused. */
export const tCreationLimitRefusals = createMessages({
  problem: {
    currency: 'Choose a currency',
    amount: 'Enter an amount above 0 in digits, such as 10000',
    ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
    none: 'There is no payment limit for this currency.',
    pending: 'Another change to this limit is already waiting for approval.',
    gone: 'This proposal is already closed. Reload the page.',
    changed:
      'Someone changed the limit after this proposal. Decline the proposal, then propose the change again.',
    proposerNoOwner:
      'The person who made this proposal is no longer an owner, so the proposal can’t be approved. Decline the proposal.',
    proposerRole:
      'The person who made this proposal can no longer create payments, so this payment can’t be created. Decline the proposal.',
    proposed:
      'A payment request with this reference is waiting for approval, or is approved but not sent yet.',
    tokenLimited: 'This price is above the limit. Only a token that another owner approved can propose it.',
    tokenWithoutLimit:
      'No other owner has approved this token, so it creates payments only below a limit. Set one in Settings.',
    notNeeded: 'This price isn’t above the limit. You can create the payment without approval.',
  },
});

/** Texts of the tolerance for differences, on the Business page. */
export const tTolerance = createMessages({
  title: 'Tolerance for exceptions',
  explanation:
    'If the difference from the expected amount is within the tolerance, a payment is not an exception. The tolerance also applies to existing payments.',
  none: 'Not set. Every difference is an exception.',
  amount: 'Differences up to <amount></amount> are not exceptions',
  percent: 'Differences up to {percent} % of the expected amount are not exceptions',
  both: 'Only differences within both limits are tolerated.',
  change: 'Change tolerance',
});

/** Texts of the form for the tolerance. */
export const tExceptionToleranceForm = createMessages({
  save: 'Save tolerance',
  fields: {
    amount: 'Largest difference that is not an exception',
    amountHelp:
      'Leave this field empty for no limit. If the difference in EUR is unknown, the payment stays an exception.',
    percent: 'Largest difference that is not an exception, in % of the expected amount',
    percentHelp: 'Leave this field empty for no limit.',
  },
  saved: 'Tolerance saved',
  failed: 'The tolerance couldn’t be saved',
  errors: {
    ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
    amount: 'Enter an amount above 0, such as 0.50, or leave it empty.',
    percent: 'Enter a percentage above 0 and up to 100, such as 1.5, or leave it empty.',
  },
});

/** Texts of the setting for the time zone of a business. */
export const tBusinessTimeZone = createMessages({
  timeZone: {
    change: 'Change time zone',
    explanation: 'Daily totals use this time zone. You set it here, not at the service.',
    failed: 'The time zone couldn’t be saved',
    label: 'Time zone',
    save: 'Save time zone',
    saved: 'Days now begin at midnight in {timeZone}',
    title: 'Time zone',
  },
});

/** Texts about records that are read from the service now and then. */
export const tReadings = createMessages({
  age: 'Refreshed <time></time>',
  ageUnchanged: 'Refreshed <time></time>, unchanged since <since></since>',
  failed: 'Could not refresh the {subject}',
  failedAgain: 'Could not refresh the {subject}. You see the data from the last refresh.',
  never: 'Not yet refreshed from the service',
  tried: 'Last attempt to refresh: <time></time>.',
  refresh: {
    button: 'Refresh from service',
    done: 'Refreshed from the service',
    failed: 'The data couldn’t be refreshed from the service',
  },
});
