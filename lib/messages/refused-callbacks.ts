import { createMessages } from './create-messages.ts';

/** Texts of the page of refused callbacks: bodies, counts by day, failing deliveries and their alarm. */
export const tRefusedCallbacks = createMessages({
  title: 'Refused callbacks',
  back: 'Callbacks',
  empty: {
    title: 'No refused callbacks',
    text: 'Bodies over 64 KiB and compressed bodies are refused. No callback used a wrong address in {days, number} days.',
  },
  bodies: {
    empty: 'Empty body',
    older: 'Older',
    show: 'Show stored part',
    stored: '{size} stored',
    withheld: 'Only compliance and owners can see the stored part.',
  },
  reason: {
    encoded: 'Content-encoding {encoding}',
    'too-large': 'Over 64 KiB',
  },
  failing: {
    addressed:
      '{kind, select, unknown {Callbacks are sent to a wrong address} other {{label} callbacks are sent to a wrong address}}',
    unavailable:
      '{kind, select, unknown {Callbacks can’t be stored and are sent again} other {{label} callbacks can’t be stored and are sent again}}',
    withCountdown: '{title}: <countdown></countdown>',
    expired: 'the first ones are no longer sent',
    count: '{count, plural, one {Once} other {# times}} since <since></since>, last <last></last>.',
    mayNotRepeat: 'The service may not send these again.',
    repeats: 'The service repeats a deposit callback every 2 minutes for 24 hours.',
    compare: 'Compare the callback addresses on the business’s record with the ones here.',
    anyone: 'Anyone who knows the business ID can cause this.',
  },
  withdrawals: {
    title:
      '{count, plural, one {# withdrawal callback was refused and may not be sent again} other {# withdrawal callbacks were refused and may not be sent again}}',
    text: 'Check the withdrawals at the service. The alarm on Overview stays until someone acknowledges it.',
    acknowledge: 'Acknowledge',
    acknowledged: 'Refused callbacks acknowledged',
    connectionLost: 'The connection was lost. Try again.',
    failed: 'The callbacks were not acknowledged',
    note: 'Note',
  },
  days: {
    address: 'Refused: wrong address',
    addressText: 'Their sender has proven nothing. {span}.',
    count: 'Count',
    day: 'Day',
    first: 'First',
    kind: 'Kind',
    last: 'Last',
    reason: 'Reason',
    span: 'The last {days, number} days, today included, in {timeZone}',
    unavailable: 'Not stored',
    unavailableText:
      'The database was unavailable or too busy, so the service was asked to send them again. {span}.',
    unknownKind: 'The address had no valid kind.',
    withdrawals: 'Withdrawals',
    withdrawalsText:
      'Callbacks to a wrong address, or not stored. {span}, and older ones without acknowledgement.',
  },
  cause: {
    kind: 'Wrong kind in the address (404)',
    secret: 'Wrong secret in the callback URL (404)',
    signature: 'Missing or wrong signature (404)',
    source: 'Source that isn’t allowed (404)',
    unavailable: 'Could not be stored (503), to be sent again',
  },
  errors: {
    acknowledged: 'A colleague has acknowledged them already.',
    notFound: 'This refused callback was not found.',
  },
});
