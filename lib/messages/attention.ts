import { createMessages } from './create-messages.ts';

/** Texts of the list "Needs attention" on Overview. The number stands before each text. */
export const tAttention = createMessages({
  title: 'Needs attention',
  window: 'Open items, and other records of the last {days} days',
  empty: 'Nothing needs attention.',
  atLeast: '<count></count>+',
  oldest: 'oldest <time></time>',
  retried: 'next attempt <time></time>',
  deadline: ' (<deadline></deadline>)',
  deadlineInferred: ' (estimated: <deadline></deadline>)',
  kinds: {
    'payment-blocked': '{count, plural, one {payment blocked} other {payments blocked}}',
    'payment-unprocessable':
      '{count, plural, one {payment that can’t be credited} other {payments that can’t be credited}}',
    'payment-overpaid': '{count, plural, one {payment overpaid} other {payments overpaid}}',
    'review-overdue': '{count, plural, one {review case overdue} other {review cases overdue}}',
    'review-second':
      '{count, plural, one {review decision waiting for a second person’s approval} other {review decisions waiting for a second person’s approval}}',
    'review-open': '{count, plural, one {open review case} other {open review cases}}',
    'deposit-review':
      '{count, plural, one {deposit in compliance review} other {deposits in compliance review}}',
    'deposit-blocked': '{count, plural, one {deposit blocked} other {deposits blocked}}',
    'deposit-unprocessable':
      '{count, plural, one {deposit that can’t be credited} other {deposits that can’t be credited}}',
    'deposit-unlisted':
      '{count, plural, one {deposit reported by callback, missing from its payment record} other {deposits reported by callback, missing from their payment records}}',
    'refund-pending': '{count, plural, one {refund pending} other {refunds pending}}',
    'withdrawal-failed': '{count, plural, one {withdrawal failed} other {withdrawals failed}}',
    'withdrawal-blocked': '{count, plural, one {withdrawal blocked} other {withdrawals blocked}}',
    'callback-silence':
      '{count, plural, one {payment waiting for a deposit, but no deposit callback has arrived for hours} other {payments waiting for a deposit, but no deposit callback has arrived for hours}}',
    'callback-overdue':
      '{count, plural, one {confirmed deposit without a callback yet} other {confirmed deposits without a callback yet}}',
    'callback-lost':
      '{count, plural, one {confirmed deposit whose callback the service won’t resend} other {confirmed deposits whose callbacks the service won’t resend}}',
    'withdrawal-refused':
      '{count, plural, one {refused withdrawal callback that the service might not resend} other {refused withdrawal callbacks that the service might not resend}}',
    contradiction:
      '{count, plural, one {record with conflicting data} other {records with conflicting data}}',
    'callback-quarantined':
      '{count, plural, one {quarantined callback to review} other {quarantined callbacks to review}}',
    'callback-refused':
      '{count, plural, one {callback refused for its size or encoding} other {callbacks refused for their size or encoding}}',
    'callback-unavailable':
      '{count, plural, one {callback that couldn’t be stored, so the service must send it again} other {callbacks that couldn’t be stored, so the service must send them again}}',
    'callback-misaddressed':
      '{count, plural, one {callback refused because of a wrong callback URL} other {callbacks refused because of a wrong callback URL}}',
    'reading-paused':
      '{count, plural, one {failed payment refresh, so payment refreshes are paused} other {failed payment refreshes in a row, so payment refreshes are paused}}',
    'intent-unknown':
      '{count, plural, one {payment request with an unknown outcome} other {payment requests with an unknown outcome}}',
    'sign-in-guessing':
      '{count, plural, one {account for which many wrong passwords were entered in the last 24 hours} other {accounts for which many wrong passwords were entered in the last 24 hours}}',
    'exception-open': '{count, plural, one {unresolved exception} other {unresolved exceptions}}',
    'audit-unanchored':
      '{count, plural, one {audit log alarm: proofs that no entry was changed (audit anchors) are late or failing} other {audit log alarms: proofs that no entry was changed (audit anchors) are late or failing}}',
    'worker-stopped':
      '{count, plural, one {minute} other {minutes}} since the background worker was last active, so payments aren’t refreshed and emails aren’t sent',
    'clock-skew':
      '{count, plural, one {second} other {seconds}} between this server’s clock and the database’s clock, so recorded times may be wrong',
  },
  over: {
    'callback-silence': 'the service might no longer resend the first missed callback',
    'callback-misaddressed': 'the service won’t resend the earliest callback',
    'callback-unavailable': 'the service won’t resend the earliest callback',
    default: 'the service won’t resend the callback',
  },
});
