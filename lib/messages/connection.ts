import { createMessages } from './create-messages.ts';

/** Texts of the connection page. */
export const tConnection = createMessages({
  title: 'Connection',
  connectionLost: 'The connection was lost. Try again.',
  goingLive: 'Going live',
  description: {
    sandbox: 'Sandbox address: <address></address> · <zone></zone>',
    service: 'Service address: <address></address> · <zone></zone>',
  },
  check: {
    button: 'Check now',
    failed: 'The connection check couldn’t be completed',
    passed: 'All checks passed',
    problems: '{count, plural, one {# check failed} other {# checks failed}}',
  },
  state: {
    good: 'Connected, all checks passed',
    failed: '{count, plural, one {# check failed} other {# checks failed}}',
    uncertain:
      '{count, plural, one {# check needs attention or hasn’t run} other {# checks need attention or haven’t run}}',
    unchecked:
      'Countinghouse makes {all, number} assumptions where the service’s documentation is incomplete. Not checked yet: {unchecked, number}.',
    changed:
      '{changed, plural, one {# assumption differs} other {# assumptions differ}} from the default. {contradicted, plural, =0 {No check contradicts an assumption} one {A check contradicts # assumption} other {Checks contradict # assumptions}}.',
  },
  checks: {
    title: 'Connection checks',
    installation: 'Installation checks',
    ownersOnly: 'Only owners can run the checks again.',
    states: { attention: 'Needs attention', bad: 'Failed', good: 'Passed', unknown: 'Not checked' },
  },
  addresses: {
    title: 'Callback URLs',
    copy: 'Copy callback URL: {kind}',
    forOwners:
      'Enter these URLs for the business at the service. The URLs begin with CALLBACK_BASE_URL. Anyone with the secret can send callbacks, so the audit log records each view of the secret.',
    forOthers: 'Only owners can see the secret, because anyone with the secret can send callbacks.',
    hide: 'Hide secret',
    kinds: {
      depositExchanged: 'Deposit exchanged',
      depositReceived: 'Deposit received',
      withdrawal: 'Withdrawal',
    },
    notShown: 'The callback secret couldn’t be shown',
    show: 'Show secret',
  },
  keys: {
    title: 'Callback keys in use',
    help: 'To change the callback secret, add a new key before the others in CALLBACK_SECRETS. Then enter the new callback URLs at the service. Remove the old key once all callbacks use the new one. Each key is listed by the first characters of its hash.',
    newest: 'Newest key',
    older: 'Older key, still accepted',
    revoked: 'Key no longer accepted',
    unused: 'No recent callback used this key.',
    used: '{count, plural, one {# recent callback} other {# recent callbacks}}, last <time></time>',
  },
  assumptions: {
    title: 'Assumptions',
    groups: {
      contradicted: 'Contradicted by a check',
      changed: 'Changed from default',
      unchecked: 'Not checked yet',
      supported: 'Checked, no contradiction found',
    },
    default: 'Default: {value}',
    changed: 'Changed from default',
    help: 'These values are assumptions, because the service’s documentation doesn’t define them. Compare each value with your account at the service. If a value is wrong, change it in service-profile.json or set its environment variable.',
    noVariable: '<strong>Can’t be changed.</strong> {reason}',
    observed: '<strong>Observed:</strong> {text}',
    technical: 'Technical: documentation {section}',
  },
  conflicts: {
    title: 'Conflicting data received',
    acknowledged: 'Acknowledged',
    all: 'Show all records with conflicting data: <links></links>',
    kinds: { deposit: 'Deposit', payment: 'Payment', withdrawal: 'Withdrawal' },
    lists: { deposit: 'deposits', payment: 'payments', withdrawal: 'withdrawals' },
    shown: {
      acknowledged: 'Showing {acknowledged} acknowledged conflicts.',
      both: 'Showing {open} unacknowledged and {acknowledged} acknowledged conflicts.',
      open: 'Showing {open} unacknowledged conflicts.',
    },
  },
  acknowledge: {
    button: 'Acknowledge',
    confirm: 'Acknowledge conflict',
    done: 'Conflict acknowledged',
    failed: 'The conflict couldn’t be acknowledged',
    help: 'Acknowledging ends the alarm. The record keeps both values. A different conflict raises a new alarm.',
    note: 'Note',
    noteHelp: 'The note is stored in the audit log.',
    title: 'Acknowledge this conflict?',
    errors: {
      changed: 'The conflict has changed since you opened it. Check the record again.',
      fingerprint: 'The conflict on this page is outdated. Reload the page.',
      id: 'This isn’t a valid ID.',
      noteLength: 'Use at most 2,000 characters.',
    },
  },
  http: {
    unused:
      'ALLOW_HTTP_IN_PRIVATE_NETWORK allows unencrypted http in a private network, but no address uses http.',
    used: 'ALLOW_HTTP_IN_PRIVATE_NETWORK allows unencrypted http in a private network. These addresses use http: {variables}.',
  },
  missedDeposits: {
    title: 'Confirmed deposits without a callback',
    ended: 'The service no longer resends this callback',
    help: 'Countinghouse found these deposits when it refreshed payments, so your totals include them. Their callbacks haven’t arrived. The service retries each callback for 24 hours. Check the callback URLs below, then your network.',
    received: 'received <time></time>',
  },
  silence: {
    ended: 'none, because the service may have stopped resending the first callbacks',
    help: 'It’s possible that no customer has paid. This notice appears after {hours} hours without a deposit callback.',
    never:
      '{waiting, plural, one {# payment is} other {# payments are}} waiting. No deposit callback has ever arrived.',
    since:
      '{waiting, plural, one {# payment is} other {# payments are}} waiting. The last deposit callback arrived <time></time>.',
    until:
      'Estimated time left to fix the problem: <countdown></countdown>. The service retries each callback for 24 hours.',
  },
  unknownValues: {
    title: 'Unknown values',
    empty:
      'No unknown values. The service’s documentation contains every received status, type, coin and network.',
    inPayment: 'last received <time></time> in <record>this payment</record>',
    inQuarantine: 'last received <time></time> in a quarantined callback',
    inWithdrawal: 'last received <time></time> in <record>this withdrawal</record>',
  },
});

/** Texts of the page that leads from the sandbox to the real service. */
export const tGoingLive = createMessages({
  title: 'Going live',
  description: 'From the sandbox to real payments, step by step.',
  heading: 'Steps',
  progress: '{done} of {all} done',
  openPayment: 'Open payment',
  steps: {
    service: {
      title: 'Connect to the real service',
      text: 'Set SERVICE_BASE_URL on a new installation with its own database. Demo data and demo people exist only with the sandbox.',
    },
    credentials: {
      title: 'Check the API key and the signature',
      text: 'Set SERVICE_API_KEY and SERVICE_API_SECRET. The check sends a signed request that changes nothing.',
    },
    record: {
      title: 'Get the business record and deposit minimums',
      text: 'They list the currencies, networks and smallest deposits that your account accepts.',
    },
    addresses: {
      title: 'Enter the callback URLs at the service',
      text: 'Copy the three URLs from Connection. Then refresh the business record.',
      action: 'Show callback URLs',
    },
    payment: {
      title: 'Create a small payment',
      text: 'Use the smallest amount that the deposit minimums allow.',
      action: 'New payment',
    },
    callback: {
      title: 'Pay it and wait for its callback',
      text: 'Open the checkout link and pay. The service sends a callback after the blockchain’s first confirmation.',
    },
    credit: {
      title: 'Compare the net credited amount',
      text: 'Compare the net amount of the payment with the balance that the service shows.',
    },
  },
});

/** Texts about a restored backup, for owners. */
export const tRestores = createMessages({
  intent: 'A backup was restored. This payment request may have been sent after the backup was made.',
  title: 'A backup was restored',
  age: 'The backup contains data until <until></until>. Callbacks, payments and changes after this time are missing. Numbered references skip 10,000 numbers, because some may have been used.',
  people: {
    title: 'Confirm who has access',
    help: 'The backup may contain people who were removed later. Until you confirm, only owners can open this business. Before you confirm, remove everyone who should no longer have access.',
    button: 'Confirm access',
    done: 'Access confirmed',
    until: 'until <end></end>',
    disabled: 'Disabled',
  },
  work: {
    title: 'Resume jobs and emails',
    help: 'Jobs and emails are paused for the whole installation. Payment refreshes, alerts, review rules and exports start again when you resume.',
    button: 'Resume jobs and emails',
    done: 'Jobs and emails resumed',
  },
  failed: 'The change couldn’t be saved',
  connectionLost: 'The connection was lost. Try again.',
  check: {
    good: 'No restored backup is waiting for an owner’s confirmation.',
    paused:
      'A backup was restored. Jobs and emails are paused until an owner resumes them on the Connection page.',
    unconfirmed:
      'After a restore, an owner must confirm who has access to {count, plural, one {# business} other {# businesses}}. Owners do this on the Connection page.',
  },
});

/** Reasons why a call to the payment service failed. They complete a sentence such as “The service couldn’t be reached: …”. */
export const tService = createMessages({
  notSent: {
    'connect-failed': 'no connection to {host} could be made',
    'connect-failed-with-code': 'no connection to {host} could be made ({code})',
    'connect-timeout': '{host} did not accept a connection in time',
    'name-not-found': 'the host name {host} could not be found',
    refused: '{host} refused the connection',
    'switched-off': 'refreshing payments is not set up (SERVICE_PAYMENT_READ_PATH)',
    tls: 'no secure connection to {host} could be made ({code})',
  },
  unknown: {
    'connection-lost': 'the connection was lost before the full answer arrived',
    'not-http': 'the answer was not a valid HTTP response',
    timeout: 'no full answer arrived within {seconds} seconds',
    'too-large': 'the answer was longer than {kib} KiB',
  },
});
