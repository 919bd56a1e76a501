import { createMessages } from './create-messages.ts';

/** Texts of the longest life of API tokens. */
export const tTokenLifetime = createMessages({
  present: 'New tokens end after at most {days, plural, one {# day} other {# days}}.',
  change: 'Change',
  title: 'Longest life of new tokens',
  days: 'At most',
  detail:
    'A shorter life counts at once. A longer one needs the approval of another owner or an approver. Tokens that exist keep their end.',
  submit: 'Set longest life',
  done: 'Longest life of tokens updated',
  failed: 'The longest life couldn’t be changed',
  waiting: '{days, plural, one {# day} other {# days}} wait for approval, proposed by {person}.',
  sentence:
    'Let new API tokens work for up to {days, plural, one {# day} other {# days}} instead of {before}.',
  consequence: 'Tokens that exist keep their end.',
  problem: {
    tooLong: 'Tokens of this business end after at most {days, plural, one {# day} other {# days}}.',
    pending: 'Another life already waits for approval.',
    gone: 'This proposal was answered or withdrawn. Reload the page.',
    changed: 'The longest life has changed since the proposal.',
    lostAccess: 'The person who proposed it is no longer an owner of this business.',
  },
});
