import { createMessages } from './create-messages.ts';

/** Messages about members who joined by a copied link, and about recent access. */
export const tTeamAddress = createMessages({
  unverified: 'Address not verified',
  unverifiedHint:
    'This person joined by a copied link. They can’t approve proposals until their email address is verified and they have two-factor authentication.',
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
    inviter: 'You invited this person, so another owner must verify the address.',
    dependent: 'Only an owner who can approve proposals of this person can verify the address.',
  },
});
