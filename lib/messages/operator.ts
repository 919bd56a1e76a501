import { createMessages } from './create-messages.ts';

/** Messages of `npm run person`. */
export const tOperator = createMessages({
  usage: `Usage: npm run person -- COMMAND [--json].
  invite EMAIL ROLE [--business ID] [--mail]   prints a one-time link, or emails it.
  role EMAIL ROLE [--business ID]              changes the role of a member.
  disable EMAIL [--business ID]                disables the account, or only its access to one business.
  enable EMAIL [--business ID]                 enables the account or the access again.
  reset EMAIL --password                       prints a one-time link for a new password.
  reset EMAIL --factor                         removes authenticator app and passkeys, ends all sessions.
  sign-out EMAIL                               ends all sessions. The account stays enabled.
  verify EMAIL                                 records that the account belongs to the person of its address.
  unlock EMAIL                                 ends the sign-in delay that follows wrong passwords.
  unlink EMAIL                                 removes the link to single sign-on, and ends all sessions.
  rotate-keys                                  encrypts all authenticator app secrets with the newest key in FACTOR_KEYS.
  list [--business ID]                         lists people with their roles.
ROLE is {roles}. An auditor needs --until YYYY-MM-DD, the last day of the access.`,
  businessMissing: 'Specify the business with --business ID. There are {count} businesses: {ids}.',
  businessUnknown: 'There is no business {id}.',
  invited: 'Invitation for {email} with the role {role}. The link works once, until {time}:',
  mailed:
    'The invitation for {email} with the role {role} is sent by email. Its link works once, until {time}.',
  reset: 'Password reset link for {email}. The link works once, until {time}:',
  changed: {
    role: '{email} now has the role {role}.',
    disable: '{email} is now disabled.',
    enable: '{email} is now enabled.',
    factor: 'The authenticator app and the passkeys of {email} were removed. All sessions ended.',
    unlink:
      '{email} is no longer linked to single sign-on. {sessions, plural, =0 {No session was open.} one {# session ended.} other {# sessions ended.}}',
    signOut: '{count, plural, one {# session} other {# sessions}} of {email} ended.',
    verify: 'The address {email} is now verified.',
    unlock: '{email} can now sign in without a delay.',
  },
  rotated:
    '{count, plural, =0 {All authenticator app secrets are already encrypted with the newest key.} one {# authenticator app secret is now encrypted with the newest key.} other {# authenticator app secrets are now encrypted with the newest key.}}',
  unreadable:
    '{count, plural, one {# authenticator app secret was skipped, because its key is not in FACTOR_KEYS.} other {# authenticator app secrets were skipped, because their keys are not in FACTOR_KEYS.}} Add the older keys and run the command again. If you don’t have the keys, reset two-factor authentication for these people.',
  unchanged: 'Nothing to change for {email}.',
  ownerless: 'These businesses no longer have an active owner: {ids}.',
  noPeople: 'No people yet.',
  accountDisabled: 'account disabled',
  disabledHere: 'access disabled',
  noBusiness: 'no business',
});
