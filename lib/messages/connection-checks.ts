import { createMessages } from './create-messages.ts';

/** Results of the connection checks and observations about the assumptions. They are written on the server. */
export const tConnectionChecks = createMessages({
  labels: {
    business: 'Business record',
    clock: 'Clock difference',
    credentials: 'API credentials',
    depositExchangedCallbackUrl: 'Callback URL for exchanged deposits',
    depositReceivedCallbackUrl: 'Callback URL for received deposits',
    minimums: 'Deposit minimums',
    'payment-read': 'Payment refresh',
    proxy: 'Proxy server',
    withdrawalCallbackUrl: 'Callback URL for withdrawals',
  },
  notChecked: 'Not checked yet.',
  credentials: {
    accepted: 'The service accepted a signed request.',
    allAccepted:
      'The service accepted {count, plural, one {# key} other {each of the # keys}}. Remove the old one from both variables.',
    answered:
      'The request for the business record failed with HTTP status {status}. For 401 or 403, check the API key and its permissions.',
    answeredWithText:
      'The request for the business record failed with HTTP status {status}. The service’s message: {text}',
    oneRefused: 'Requests work, but key {number} of SERVICE_API_KEY does not. {reason}',
    unreachable: 'The service couldn’t be reached: {reason}.',
  },
  clock: {
    ahead: 'This server’s clock is {seconds} s ahead of the service’s clock.',
    aheadRefused:
      'This server’s clock is {seconds} s ahead of the service’s clock. The service may refuse signed requests. Synchronize the clock with NTP.',
    behind: 'This server’s clock is {seconds} s behind the service’s clock.',
    behindRefused:
      'This server’s clock is {seconds} s behind the service’s clock. The service may refuse signed requests. Synchronize the clock with NTP.',
    equal: 'This server’s clock and the service’s clock differ by at most {seconds} s.',
    noTime: 'The service reported no time, so the clocks can’t be compared.',
    unreachable: 'The service couldn’t be reached.',
  },
  payment: {
    none: 'There is no payment yet that could be refreshed.',
    off: 'Payments aren’t refreshed, because SERVICE_PAYMENT_READ_PATH is not set. Status changes, refunds and risk details never arrive.',
    read: 'The latest payment was refreshed from the service.',
  },
  reading: {
    done: 'The service answered, and its answer was valid.',
    none: 'No data received from the service yet.',
  },
  address: {
    elsewhere:
      'The business record has a different callback URL, so callbacks of this type don’t reach this product.',
    missing: 'The business record has no callback URL, so the service sends no callbacks of this type.',
    notRead: 'The business record hasn’t been refreshed from the service yet.',
    'older-key':
      'The business record has the right callback URL, but with an older key. Callbacks arrive as long as CALLBACK_SECRETS contains this key.',
    same: 'The business record has the right callback URL with the newest key.',
  },
  proxy:
    'X-Forwarded-For is ignored, because TRUST_PROXY is 0. If you use a proxy server, set TRUST_PROXY. Otherwise, all visitors share the proxy’s IP address and its sign-in limits.',
  live: {
    callback: 'The first deposit callback was received.',
    credit: 'The service reported the credited amount.',
    noCallback: 'No deposit callback yet.',
    noCredit: 'No credited amount reported yet.',
    noPayment: 'No payment created yet.',
    noReads: 'Net credited amounts stay unknown, because SERVICE_PAYMENT_READ_PATH is not set.',
    payment: 'The latest payment is {id}.',
    sandbox: 'This installation uses the sandbox.',
    service: 'Requests go to {address}.',
  },
  observed: {
    createStatuses: 'The service answered recent payment requests with the HTTP statuses {statuses}.',
    exchanged:
      '{count, plural, one {# callback about an exchanged deposit was} other {# callbacks about exchanged deposits were}} received. Such callbacks are stored and don’t change payments.',
    mayBeSigned: 'Callbacks have the HTTP header {headers}, so the service may sign them.',
    notSigned: 'No HTTP header of recent callbacks looks like a signature.',
    signatures:
      'The signatures of the last {checked} callbacks were checked: {right} valid, {wrong} invalid, {missing} missing.',
    sources: 'Recent callbacks came from {sources}.',
    withdrawals:
      'Of the last {count, plural, one {# withdrawal callback} other {# withdrawal callbacks}}, {repeated} arrived more than once.',
  },
});
