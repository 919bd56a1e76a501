import { createMessages } from './create-messages.ts';

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
    gone: 'This proposal was answered already.',
    lostAccess: 'The person who proposed this is no longer an owner. Decline it.',
  },
});
