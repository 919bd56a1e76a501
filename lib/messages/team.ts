import { createMessages } from './create-messages.ts';

/** Messages of the Team page and of the verbs behind it. */
export const tTeam = createMessages({
  title: 'Team',
  members: {
    title: 'Members',
    name: 'Name',
    role: 'Role',
    lastSeen: 'Last active',
    sessions: 'Open sessions',
    joined: 'Joined',
    actions: 'Actions',
    never: 'Never',
    me: 'You',
    disabledHere: 'Disabled',
    disabledHereHint: 'This person has no access to this business.',
    disabledAccount: 'Account disabled',
    disabledAccountHint: 'The operator of Countinghouse disabled this account in every business.',
    lastOwner: 'The only owner',
    lastOwnerHint: 'Make another person an owner before this person leaves.',
    range: '{from}–{to} of {total}',
  },
  menu: {
    label: 'Actions for {name}',
    changeRole: 'Change role',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Remove',
    transfer: 'Transfer ownership',
    reset: 'Create a password reset link',
    endSessions: 'End sessions',
  },
  invite: {
    button: 'Invite person',
    title: 'Invite a person',
    email: 'Email',
    role: 'Role',
    delivery: 'How to deliver the invitation',
    byMail: 'By email',
    byLink: 'As a link that you copy',
    mailOff: 'Without a mail server, you get an invitation link to copy.',
    submit: 'Send invitation',
    sent: 'Invitation sent to {email}',
    failed: 'The invitation couldn’t be created',
  },
  link: {
    title: 'Invitation link',
    detail:
      'Send this link to {email}. The link can be used once, until <time></time>. You can’t see the link again.',
    proof:
      'Anyone who has the link can accept the invitation. Accepting it doesn’t prove that the person owns the email address.',
    field: 'Link',
    copy: 'Copy link',
    done: 'Done',
  },
  resetLink: {
    title: 'Password reset link',
    detail:
      'Send this link to {name}. The link can be used once, until <time></time>. You can’t see the link again.',
    effect: 'After {name} uses the link, you and {name} can’t approve each other’s proposals for 72 hours.',
    failed: 'The password reset link couldn’t be created',
  },
  invitations: {
    title: 'Invitations',
    empty: 'No open invitations.',
    email: 'Email',
    role: 'Role',
    invitedBy: 'Invited by',
    operator: 'Operator',
    status: 'Status',
    expires: 'Expires',
    expired: 'Expired',
    linkCreated: 'Link created',
    mailWaiting: 'Email not sent yet',
    mailSent: 'Email sent',
    mailDelayed: 'Email delayed',
    mailDelayedDetail:
      'The mail server didn’t accept the email. Countinghouse tries again for a day. You can also create a new link and send it yourself.',
    mailFailed: 'Email failed',
    mailFailedDetail: 'The email couldn’t be sent. Create a new link and send it yourself.',
    actions: 'Actions',
    menu: 'Actions for the invitation of {email}',
    resend: 'Send again',
    copyLink: 'Create new link',
    revoke: 'Revoke',
    resent: 'Invitation sent again to {email}',
    resendFailed: 'The invitation couldn’t be sent again',
    revokeTitle: 'Revoke the invitation of {email}?',
    revokeDetail: 'The invitation link stops working immediately.',
    revokeConfirm: 'Revoke invitation',
    revoked: 'Invitation revoked',
    revokeFailed: 'The invitation couldn’t be revoked',
  },
  changeRole: {
    title: 'Change the role of {name}',
    detail:
      'The new role applies immediately, and all sessions of {name} end, also those at other businesses. For 72 hours, you and {name} can’t approve each other’s proposals.',
    detailSelf:
      'The new role applies immediately, and your other sessions end. You may lose access to this page.',
    role: 'Role',
    confirm: 'Change role',
    done: '{name} now has the role {role}',
    failed: 'The role couldn’t be changed',
  },
  disable: {
    title: 'Disable the access of {name} to this business?',
    detail:
      'The person can’t open this business any more. Pages that are already open close within 10 seconds. Other businesses are not affected.',
    confirm: 'Disable access',
    done: 'Access of {name} disabled',
    failed: 'The person’s access couldn’t be disabled',
  },
  endSessions: {
    title: 'End all sessions of {name}?',
    detail:
      'Every device of the person is signed out within 10 seconds, and remembered browsers ask for a code again. The account stays enabled, so {name} can sign in again.',
    confirm: 'End sessions',
    done: '{count, plural, =0 {{name} had no open session} one {# session of {name} ended} other {# sessions of {name} ended}}',
    failed: 'The sessions couldn’t be ended',
  },
  enable: {
    done: 'Access of {name} enabled',
    failed: 'The person’s access couldn’t be enabled',
  },
  remove: {
    title: 'Remove {name} from this business?',
    titleSelf: 'Leave this business?',
    detail: 'The person loses access immediately. Their work and audit entries are kept.',
    detailSelf: 'You lose access immediately. Your work and audit entries are kept.',
    confirm: 'Remove person',
    confirmSelf: 'Leave business',
    done: '{name} removed',
    failed: 'The person couldn’t be removed',
  },
  transfer: {
    title: 'Transfer your ownership to {name}?',
    detail:
      '{name} becomes an owner, and you get the role that you choose. {name} must sign in again, and your other sessions end. Only an owner can undo this.',
    role: 'Your new role',
    confirm: 'Transfer ownership',
    done: '{name} is now an owner',
    failed: 'The ownership couldn’t be transferred',
  },
  permissions: {
    title: 'Permissions',
    permission: 'Permission',
    allowed: 'Yes',
    notAllowed: 'No',
  },
  duties: {
    title: 'Conflicting duties',
    holders: 'Members with both permissions: {names}.',
    more: '{names} and {count, plural, one {# more person} other {# more people}}',
    'create-and-decide':
      'These members can create payments and also decide review cases about the deposits of these payments.',
    'choose-and-approve':
      'These members can give people the role Compliance and also approve the decisions of these people.',
    hint: 'Give people who review cases the role Compliance, and people who create payments the role Finance. Decisions above the amount in the review settings always need two people.',
  },
  problem: {
    accountDisabled: 'The account is disabled. Only the operator of Countinghouse can enable it.',
    endOwnSessions: 'To end your own sessions, open Settings.',
    foreignSessions:
      'This person also belongs to a business that you don’t own. They can end their sessions in Settings.',
    foreignBusiness:
      'This person also belongs to a business that you don’t own. They can reset their password by email. The operator of Countinghouse can also create a link.',
    invitationEnded: 'The invitation was accepted or revoked in the meantime. Reload the page.',
    isInvited:
      'This email address already has an open invitation. Send that invitation again, or revoke it before you create a new one.',
    isMember: 'This person already belongs to the business. Change their role or enable their access.',
    lastOwner: 'This person is the only owner. Make another person an owner before you continue.',
    memberDisabled: 'This person’s access is disabled. Enable the access before you continue.',
    noAccount: 'No account has this email address.',
    noInvitation: 'This invitation doesn’t exist.',
    noLongerOwner: 'You are no longer an owner of this business, so nothing was changed.',
    notMember: 'This person doesn’t belong to the business any more.',
    resetSelf: 'To change your own password, open Settings.',
    transferToSelf: 'You are already an owner. Choose another person.',
  },
});

/** Messages about members who joined by a copied link or a directory, and about recent access. */
export const tTeamAddress = createMessages({
  unverified: 'Address not verified',
  unverifiedHint:
    'This person joined by a copied link or through a directory. They can’t approve proposals until their email address is verified and they have two-factor authentication.',
  recent: 'New access',
  recentBy: '{giver} gave this person access in the last 72 hours.',
  recentOperator: 'An operator gave this person access in the last 72 hours.',
  recentProvider: 'Single sign-on gave this person access in the last 72 hours.',
  menu: 'Verify address',
  title: 'Verify the address of {name}?',
  detail:
    'Confirm only if you know that this account belongs to {name} and that {email} is their address. Ask them in person or by phone.',
  confirm: 'Verify address',
  done: 'Address of {name} verified',
  failed: 'The address couldn’t be verified',
  problem: {
    self: 'You can’t verify your own address. Verify it by email in Settings, or ask another owner.',
    foreign:
      'This person also belongs to a business that you don’t own. They can verify their address by email in Settings.',
    inviter:
      'You invited this person, or set up the directory that did. Another owner must verify the address.',
    dependent: 'Only an owner who can approve proposals of this person can verify the address.',
  },
});

/** Messages about deputies, who approve for an approver or an owner between two days. */
export const tTeamDeputies = createMessages({
  menu: 'Name a deputy',
  endMenu: 'Remove deputy',
  title: 'Name a deputy for {name}',
  detail:
    'From the first to the last day, the deputy approves and declines what an approver may. They keep their own role.',
  independence:
    'A deputy can’t approve what they or {name} proposed, or what {name} may not approve. For 72 hours, you and the deputy can’t approve each other’s proposals.',
  none: 'No other person can be a deputy. Viewers, accountants, finance and compliance can.',
  deputy: 'Deputy',
  choose: 'Choose a person',
  firstDay: 'First day',
  lastDay: 'Last day',
  daysHelp: 'At most {days} days, in the time zone of the business.',
  confirm: 'Name deputy',
  done: '{deputy} is the deputy of {name}.',
  failed: 'The deputy couldn’t be named',
  end: {
    title: 'Remove the deputy of {name}?',
    detail: '{deputy} can no longer approve for {name}. What was approved stays approved.',
    confirm: 'Remove deputy',
    done: '{deputy} is no longer the deputy of {name}.',
    failed: 'The deputy couldn’t be removed',
  },
  /** On Team. */
  ofApprover: 'Deputy: {name}, <from></from> – <until></until>',
  ofDeputy: 'Deputy for {name}, <from></from> – <until></until>',
  /** On Approvals. */
  standIn: {
    title: 'You are the deputy of {name}',
    detail:
      'Until <until></until>, you approve what an approver may. You can’t approve what you or {name} proposed, or what {name} may not approve.',
  },
  problem: {
    noApprover: 'Only an approver or an owner with access can have a deputy.',
    otherRole:
      'This person can’t be a deputy. Choose a person with access who isn’t an approver, owner or auditor.',
    present: 'One of them already has a deputy or is one. Remove that deputy first.',
    none: 'There is no deputy to remove.',
    days: 'Choose days from today on, at most 90 days in all.',
    person: 'Choose the deputy.',
  },
});

/** Messages about auditors, whose access ends on a date. */
export const tTeamAuditors = createMessages({
  lastDay: 'Last day of access',
  lastDayHelp: 'The access ends at the end of this day, at most a year from now.',
  lastDayMissing: 'Enter the last day of access.',
  lastDayRange: 'Choose a day from today to a year from now.',
  until: 'until <time></time>',
  ended: 'Ended',
  endedHint: 'The access of this auditor has ended. Change the role to set another last day.',
  proposed: 'Risk detail proposed',
  proposedHint: 'Another person from compliance, or another owner, answers on Approvals.',
  risk: {
    menu: 'Propose risk detail',
    title: 'Propose risk detail for {name}',
    detail:
      'After a second person approves, {name} also reads audit entries about reviews. Evidence packs of cases from closed periods can be downloaded. Reports to authorities stay hidden.',
    reason: 'Reason',
    confirm: 'Propose',
    done: 'Proposed. Another person answers on Approvals.',
    failed: 'The proposal couldn’t be created',
  },
  approval: {
    sentence: 'Give {name} risk detail as an auditor until <time></time>. Reason: {reason}',
    consequence:
      'The auditor reads entries about reviews, and evidence packs of cases from closed periods. All sessions of the auditor end.',
  },
  problem: {
    noAuditor: 'This person isn’t an auditor with access.',
    pending: 'A proposal for this auditor waits already.',
    gone: 'This proposal was already approved, declined or withdrawn. Reload the page.',
    lostAccess: 'The person who proposed this is no longer an owner. Decline it.',
  },
});

/** Messages of two-factor authentication on the Team page. */
export const tTeamFactors = createMessages({
  team: {
    title: 'Two-factor authentication',
    states: { on: 'On', off: 'Off', required: 'Required', overdue: 'Overdue', exempt: 'Exempt' },
    hints: {
      required:
        'The role requires two-factor authentication. The person must set it up within 7 days of the first sign-in.',
      overdue: 'This person must set up two-factor authentication at the next sign-in.',
      exempt: 'Demo people of the sandbox don’t need two-factor authentication.',
    },
    rolesTitle: 'Roles that need two-factor authentication',
    rolesDetail:
      'Members with these roles must set up two-factor authentication within 7 days of their next sign-in. Owners and Compliance always need two-factor authentication. If another role should no longer need it, a second owner must approve.',
    rolesEveryone:
      'This installation requires two-factor authentication for every role. Members have 7 days from their next sign-in to set it up.',
    unavailable: 'No role needs two-factor authentication at the moment',
    unavailableDetail:
      'Members can’t set up an authenticator app. Ask the operator of Countinghouse to set FACTOR_KEYS.',
    rolesSave: 'Save roles',
    rolesSaved: 'Roles for two-factor authentication saved',
    rolesFailed: 'The roles for two-factor authentication couldn’t be saved',
    reset: 'Reset two-factor authentication',
    resetTitle: 'Reset two-factor authentication of {name}?',
    resetDetail:
      'Make sure that {name} requested the reset. The reset removes their authenticator app, recovery codes and passkeys, and ends their sessions. For 72 hours, you and {name} can’t approve each other’s proposals.',
    resetConfirm: 'Reset two-factor authentication',
    resetDone: 'Two-factor authentication of {name} reset',
    resetFailed: 'Two-factor authentication couldn’t be reset',
  },
  fewer: {
    reason: 'Reason for the change',
    reasonHelp: 'This reason is shown to the approving owner and stored in the audit log.',
    noneYet:
      'No one else can approve your proposal yet. In the last 72 hours, one person gave access to them and to you, or they aren’t verified yet.',
    propose: 'Propose change',
    proposed: 'Change proposed. Another owner or an approver must approve the change.',
    proposeFailed: 'The change to two-factor authentication couldn’t be proposed',
    title: '{name} proposes that fewer roles need two-factor authentication',
    detail: 'Two-factor authentication would no longer be needed for: {removed}. Reason: {reason}',
    waiting: 'Another owner or an approver must approve this proposal. Until then, nothing changes.',
    comment: 'Comment',
    approved: 'Change approved',
    declined: 'Proposal declined',
    withdrawn: 'Proposal withdrawn',
    answerFailed: 'Your decision on the proposal couldn’t be saved',
  },
});
