import { createMessages } from './create-messages.ts';

/** Texts of the page of refused callbacks: bodies, counts by day, failing deliveries and their alarm. */
export const tRefusedCallbacks = createMessages({
  title: 'Refused callbacks',
  back: 'Callbacks',
  empty: {
    title: 'No refused callbacks',
    text: 'Callbacks that are too large or compressed are listed here. Callbacks with a wrong URL are listed for {days, number} days.',
  },
  bodies: {
    empty: 'Empty content',
    older: 'Older refused callbacks',
    show: 'Show stored part of the content',
    stored: 'Stored part of the content: {size}',
    withheld: 'Only compliance staff and owners can see the stored content.',
  },
  reason: {
    encoded: 'The content has an unsupported encoding: {encoding}',
    'too-large': 'The content is larger than 64 KiB',
  },
  failing: {
    addressed:
      '{kind, select, unknown {Callbacks are sent to a wrong URL} other {{label} callbacks are sent to a wrong URL}}',
    unavailable:
      '{kind, select, unknown {Callbacks can’t be stored, so the service sends them again} other {{label} callbacks can’t be stored, so the service sends them again}}',
    withCountdown: '{title}: <countdown></countdown>',
    expired: 'the service no longer retries the earliest callbacks',
    count:
      '{count, plural, one {Happened once} other {Happened # times}} since <since></since>, most recently <last></last>.',
    mayNotRepeat: 'The service might not send these callbacks again.',
    repeats: 'The service retries a deposit callback every 2 minutes for 24 hours.',
    compare: 'Compare the callback URLs in the business record with the URLs on the Connection page.',
    anyone: 'Anyone can send requests to a wrong URL, so these callbacks may not come from the service.',
  },
  withdrawals: {
    title:
      '{count, plural, one {# withdrawal callback was refused. The service might not send it again.} other {# withdrawal callbacks were refused. The service might not send them again.}}',
    text: 'Check these withdrawals at the service. The alarm is shown on Overview until someone acknowledges it.',
    acknowledge: 'Acknowledge',
    acknowledged: 'Refused callbacks acknowledged',
    failed: 'The refused callbacks couldn’t be acknowledged',
    note: 'Note',
  },
  days: {
    address: 'Callbacks refused because of a wrong callback URL',
    addressText: 'The senders of these callbacks can’t be verified. {span}.',
    count: 'Number of callbacks',
    day: 'Day',
    first: 'First received',
    kind: 'Callback type',
    last: 'Last received',
    reason: 'Reason',
    span: 'This list covers the last {days, number} days, including today (time zone {timeZone})',
    unavailable: 'Callbacks that could not be stored',
    unavailableText:
      'The database was unavailable or too busy, so Countinghouse asked the service to send the callbacks again. {span}.',
    unknownKind: 'The callback type in the URL isn’t valid.',
    withdrawals: 'Withdrawal callbacks',
    withdrawalsText:
      'These withdrawal callbacks had a wrong URL or could not be stored. {span}. Older callbacks are shown here until someone acknowledges them.',
  },
  cause: {
    kind: 'Wrong callback type in the URL (404)',
    secret: 'Wrong secret in the callback URL (404)',
    signature: 'Missing or wrong signature (404)',
    source: 'Sender’s IP address isn’t allowed (404)',
    unavailable: 'Callback couldn’t be stored (503). Countinghouse asked the service to send it again',
  },
  errors: {
    acknowledged: 'A colleague has already acknowledged these callbacks.',
    notFound: 'This refused callback was not found.',
  },
});
