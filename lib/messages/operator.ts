import { createMessages } from './create-messages.ts';

/** Messages of `npm run person`. */
export const tOperator = createMessages({
  usage: `Usage: npm run person -- COMMAND [--json].
  invite EMAIL ROLE [--business ID] [--mail]   prints a one-time link, or emails it.
  role EMAIL ROLE [--business ID]              changes the role of a member.
  disable EMAIL [--business ID]                disables the account, or the access to one business.
  enable EMAIL [--business ID]                 enables it again.
  reset EMAIL --password                       prints a one-time link for a new password.
  reset EMAIL --factor                         removes authenticator app and passkeys, ends all sessions.
  sign-out EMAIL                               ends all sessions. The account stays enabled.
  unlock EMAIL                                 ends the delay after wrong passwords.
  unlink EMAIL                                 removes the link to single sign-on, and ends all sessions.
  rotate-keys                                  encrypts all app secrets with the newest of FACTOR_KEYS.
  list [--business ID]                         lists people with their roles.
ROLE is {roles}.`,
  businessMissing: 'Specify the business with --business ID. There are {count} businesses: {ids}.',
  businessUnknown: 'There is no business {id}.',
  invited: 'Invitation for {email} with the role {role}. The link works once, until {time}:',
  mailed:
    'The invitation for {email} with the role {role} is sent by email. Its link works once, until {time}.',
  reset: 'Password reset link for {email}. It works once, until {time}:',
  changed: {
    role: '{email} has the role {role} now.',
    disable: '{email} is disabled now.',
    enable: '{email} is enabled now.',
    factor: '{email} has no authenticator app and no passkey now. All sessions ended.',
    unlink:
      '{email} is no longer linked to single sign-on. {sessions, plural, =0 {No session was open.} one {# session ended.} other {# sessions ended.}}',
    signOut: '{count, plural, one {# session} other {# sessions}} of {email} ended.',
    unlock: '{email} can sign in without a delay now.',
  },
  rotated:
    '{count, plural, =0 {All secrets are already encrypted with the newest key.} one {# secret is now encrypted with the newest key.} other {# secrets are now encrypted with the newest key.}}',
  unreadable:
    '{count, plural, one {# secret was skipped, because its key is not in FACTOR_KEYS.} other {# secrets were skipped, because their keys are not in FACTOR_KEYS.}} Add the older keys and run the command again. Otherwise, reset two-factor authentication of the people affected.',
  unchanged: 'Nothing to change for {email}.',
  ownerless: 'These businesses no longer have an active owner: {ids}.',
  noPeople: 'No people yet.',
  accountDisabled: 'account disabled',
  disabledHere: 'disabled',
  noBusiness: 'no business',
});
