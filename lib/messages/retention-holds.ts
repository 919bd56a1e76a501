import { createMessages } from './create-messages.ts';

/** Texts of legal holds. */
export const tRetentionHolds = createMessages({
  holds: {
    title: 'Legal holds',
    explanation:
      'A record under a legal hold is not removed. A hold on a payment or withdrawal also protects its review case. A hold on the audit log also protects sign-ins. To lift a hold, one person must propose it and another must approve it.',
    empty: 'No legal holds.',
    more: 'Only the newest {count, number} holds are shown.',
    by: 'By {person}, <time></time>',
    place: 'Place hold',
    add: 'Place legal hold',
    record: 'Type of record',
    recordId: 'ID, reference or case number',
    reason: 'Reason',
    named: '{kind} {name}',
    onRecord: {
      title: 'Legal hold',
      none: 'None.',
      held: 'Under a legal hold',
      protects: 'Protected by a hold on: {record}',
      help: 'The record isn’t removed while the hold lasts. Ending the hold takes two people.',
      manage: 'All legal holds',
    },
    placed: 'Legal hold placed',
    placeFailed: 'The legal hold could not be placed',
    lift: 'Propose lifting the hold',
    liftNamed: 'Propose lifting the hold on {record}',
    liftReason: 'Reason why the hold is no longer needed',
    liftProposed: 'You proposed to lift the legal hold. A second person must approve the proposal.',
    liftProposal: '{person} proposed to lift this hold: {reason}',
    lifted: 'Legal hold lifted',
    liftFailed: 'The legal hold could not be changed',
  },
});

/** Names of the kinds of records that have a retention time. */
export const tRetentionKinds = createMessages({
  payment: 'Payment',
  withdrawal: 'Withdrawal',
  case: 'Review case',
  callback: 'Callback',
  audit: 'Audit log of this business',
});
