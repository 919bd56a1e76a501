import { createMessages } from './create-messages.ts';

/** Results of the connection checks and observations about the assumptions. They are written on the server. */
export const tConnectionChecks = createMessages({
  labels: {
    business: 'Business read',
    clock: 'Clocks',
    credentials: 'Credentials',
    depositExchangedCallbackUrl: 'Address for exchanged deposits',
    depositReceivedCallbackUrl: 'Address for deposits',
    minimums: 'Minimums',
    'payment-read': 'Payment read',
    proxy: 'Proxy',
    withdrawalCallbackUrl: 'Address for withdrawals',
  },
  notChecked: 'Not checked yet.',
  credentials: {
    accepted: 'A signed request was accepted.',
    answered: 'The service answered a signed read of the business with status {status}.',
    answeredWithText: 'The service answered a signed read of the business with status {status}: {text}',
    unreachable: 'The service couldn’t be reached: {reason}.',
  },
  clock: {
    ahead: 'Our clock is {seconds} s ahead of the service’s clock.',
    aheadRefused:
      'Our clock is {seconds} s ahead of the service’s clock. Signed requests can be refused. Set this machine’s clock by NTP.',
    behind: 'Our clock is {seconds} s behind the service’s clock.',
    behindRefused:
      'Our clock is {seconds} s behind the service’s clock. Signed requests can be refused. Set this machine’s clock by NTP.',
    equal: 'Our clock and the service’s clock agree to within {seconds} s.',
    noTime: 'The service reported no time, so the clocks couldn’t be compared.',
    unreachable: 'The service couldn’t be reached.',
  },
  payment: {
    none: 'There is no payment to read yet.',
    off: 'Off. SERVICE_PAYMENT_READ_PATH is not set, so later statuses, refunds and risk never arrive.',
    read: 'The latest payment was read.',
  },
  reading: { done: 'The service answers as expected.', none: 'No data received yet.' },
  address: {
    elsewhere: 'The record has a different address. These callbacks don’t reach us.',
    missing: 'The record has no address. These callbacks aren’t sent.',
    notRead: 'The record hasn’t been read yet.',
    'older-key':
      'The record has our address under an older key. It works while that key stays in CALLBACK_SECRETS.',
    same: 'The record has our address under the newest key.',
  },
  proxy:
    'X-Forwarded-For is ignored because TRUST_PROXY is 0. Set TRUST_PROXY if a proxy is in front. Until then all visitors share one address and its sign-in limits.',
  observed: {
    createStatuses: 'Recent create requests were answered with {statuses}.',
    exchanged: '{count, plural, one {# callback is} other {# callbacks are}} stored unparsed.',
    mayBeSigned: 'Callbacks have the header {headers}, so they may be signed.',
    notSigned: 'No header of recent callbacks looks like a signature.',
    signatures: 'Of the last {checked} checked: {right} right, {wrong} wrong, {missing} without a signature.',
    sources: 'Recently from {sources}.',
    withdrawals:
      'Of the last {count, plural, one {# withdrawal callback} other {# withdrawal callbacks}}, {repeated} arrived more than once.',
  },
});
