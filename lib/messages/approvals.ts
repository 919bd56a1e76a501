import { createMessages } from './create-messages.ts';

/** Messages of every proposal: the answers, and why a person can't approve it and from when they can. */
export const tApprovals = createMessages({
  answers: { approve: 'Approve', decline: 'Decline', withdraw: 'Withdraw proposal' },
  blocked: {
    title: 'You can’t approve this proposal yet',
    deputy: 'You are the deputy of {giver}, who proposed this or can’t approve it.',
    eachOther: 'In the last 72 hours, one of you gave the other access, directly or through others.',
    sameGiver:
      'In the last 72 hours, you and the proposer both received access from {giver}, directly or through others.',
    sameUnknownGiver:
      'In the last 72 hours, you and the proposer both received access from the same person, directly or through others.',
    sameProvider: 'In the last 72 hours, single sign-on gave access to both you and the proposer.',
    link: 'You joined by a copied link or through a directory.',
    address: 'Verify your email address in Settings, or ask an owner who didn’t invite you to verify it.',
    token: 'You approved the API token that proposed this. Another person must approve it.',
    revokedToken:
      'The API token that proposed this was revoked or has expired. Decline it, and propose it again yourself if it is right.',
    factor: 'Set up two-factor authentication in Settings.',
    from: 'You can approve from <time></time>.',
    fromUtc: 'You can approve from {time}.',
    another: 'Another person with the same permission can approve before that.',
  },
});
