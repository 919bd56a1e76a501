import { createMessages } from './create-messages.ts';

/** Messages of signing in and of setting up a person. */
export const tPeople = createMessages({
  commonPassword: 'This password is on lists of stolen passwords. Choose another one.',
  currentPasswordMissing: 'Enter your current password.',
  device: { named: '{browser} on {system}', samsung: 'Samsung Internet', unknown: 'Unknown browser' },
  enterCredentials: 'Enter your email and password.',
  invalidEmail: 'Enter an email address, such as name@example.com.',
  unusualEmail:
    'This address contains a letter outside A to Z that looks like another letter. Type the address again.',
  nameMissing: 'Enter a name.',
  passwordChangedMeanwhile: 'Your password was changed after you opened this page. Reload the page.',
  patternPassword: 'This password is a simple pattern, such as aaaa or 1234. Choose another one.',
  personalPassword:
    'This password contains your name, a part of your email address, or the name of your business or this product. Choose another one.',
  revokeCurrent: 'This is your current session. Sign out to end it.',
  samePassword: 'This is your current password. Choose another one.',
  shortPassword: 'Use at least 12 characters for the password.',
  singleSignOnOnly: 'Accounts of this email domain sign in with {name}, not with a password.',
  tooManySignIns: 'Too many people are signing in right now. Wait a minute, then try again.',
  unknownLocale: 'Choose a language from the list.',
  wrongCurrentPassword: 'The current password is wrong.',
  wrongCredentials: 'The email or password is wrong. Check both, then try again.',
});

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

/** One name and one sentence for each permission of the permission table. */
export const tPermissions = createMessages({
  name: {
    accountUse: 'Use your account',
    read: 'View records',
    riskRead: 'See risk details',
    paymentCreate: 'Create payments',
    proposalRead: 'See proposals that wait',
    paymentApprove: 'Approve payments above a limit',
    proposalAnswer: 'Approve changes of settings',
    paymentReadNow: 'Refresh payments',
    statementRead: 'Read statements',
    statementExport: 'Download statements and packs',
    export: 'Export lists and reports',
    exportFiles: 'Download your own export files',
    viewShare: 'Share views and schedule reports',
    apiTokenCreate: 'Use the API',
    apiTokenWrite: 'Write through the API',
    annotate: 'Work on exceptions',
    periodClose: 'Close periods',
    recordAnnotate: 'Add notes and labels',
    labelManage: 'Manage labels',
    import: 'Import payment records',
    businessRefresh: 'Refresh the business record',
    reviewWork: 'Work on review cases',
    auditRead: 'Read the audit log',
    auditRisk: 'Read reviews in the audit log',
    teamManage: 'Manage the team',
    connectionManage: 'Manage the connection',
    alarmAcknowledge: 'Acknowledge alarms',
    callbacksManage: 'Manage callbacks',
  },
  sentence: {
    accountUse: 'Change your own settings, and read your notifications and the glossary.',
    read: 'See payments, deposits, refunds, withdrawals and reports, without risk details.',
    riskRead: 'See risk scores, risk assessments and attributed entities.',
    paymentCreate: 'Create payment requests and send them again.',
    proposalRead: 'Open the page Approvals, with the proposals that your other permissions let you answer.',
    paymentApprove: 'See and answer payments above a limit that another person proposes.',
    proposalAnswer:
      'See and answer proposals for higher payment limits, shorter retention times and fewer roles with two-factor authentication.',
    paymentReadNow:
      'Refresh a payment from the service immediately, without waiting for the scheduled refresh.',
    statementRead: 'See statements, their rows and the closed periods.',
    statementExport: 'Download statements and the packs of closed periods.',
    export: 'Export lists and reports as CSV, XLSX and PDF.',
    exportFiles: 'List and download your own export files.',
    apiTokenCreate: 'Create API tokens, with which programs read what you may read.',
    apiTokenWrite: 'Create API tokens that write, and approve those of another owner.',
    viewShare: 'Share list views with all members, and schedule reports for colleagues.',
    annotate: 'Assign exceptions, comment on them and resolve them.',
    periodClose:
      'Record opening positions and settlements, sign off periods, and approve what a colleague signed.',
    recordAnnotate: 'Write notes on payments, deposits and withdrawals, and label them.',
    labelManage: 'Rename and retire labels. A retired label can’t be added to more records.',
    import: 'Import payment records that you received elsewhere.',
    businessRefresh: 'Refresh the business record and the minimums from the service immediately.',
    reviewWork: 'Work on review cases, propose and approve decisions, and change review rules.',
    auditRead: 'Read and export the audit log, without entries about reviews, holds and risk.',
    auditRisk:
      'See these entries too, and download evidence packs of cases. Auditors never see reports to authorities.',
    teamManage: 'Invite people, change roles, and disable or remove members.',
    connectionManage: 'Check the connection and see the callback URLs with their secret.',
    alarmAcknowledge: 'Acknowledge alarms, which removes them from “Needs attention”.',
    callbacksManage: 'Release, reject and reprocess callbacks.',
  },
});
