import { createMessages } from './create-messages.ts';

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
