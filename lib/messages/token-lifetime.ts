import { createMessages } from './create-messages.ts';

/** Texts of the maximum lifetime of API tokens. */
export const tTokenLifetime = createMessages({
  present: 'New tokens expire after at most {days, plural, one {# day} other {# days}}.',
  change: 'Change',
  title: 'Maximum lifetime of new tokens',
  days: 'At most',
  detail:
    'A shorter lifetime takes effect immediately. A longer one needs approval from another owner or an approver. Existing tokens keep their expiry date.',
  submit: 'Set maximum lifetime',
  done: 'Maximum lifetime updated',
  failed: 'The maximum lifetime couldn’t be changed',
  waiting:
    '{person} proposed a maximum of {days, plural, one {# day} other {# days}}. It is waiting for approval.',
  sentence:
    'Let new API tokens work for up to {days, plural, one {# day} other {# days}} instead of {before}.',
  consequence: 'Existing tokens keep their expiry date.',
  problem: {
    tooLong: 'Tokens of this business expire after at most {days, plural, one {# day} other {# days}}.',
    pending: 'Another change is already waiting for approval.',
    gone: 'This proposal was already approved, declined or withdrawn. Reload the page.',
    changed: 'The maximum lifetime has changed since the proposal.',
    lostAccess: 'The person who proposed it is no longer an owner of this business.',
  },
});
