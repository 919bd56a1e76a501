import { createMessages } from './create-messages.ts';

/** Texts of API tokens that write, and of their approval by a second owner. */
export const tApiTokenWrites = createMessages({
  waiting: 'Writing waits for another owner.',
  declined: 'Writing was declined.',
  from: 'Writes from <time></time>, below the payment limits.',
  approved: 'Writing approved by {name}.',
  formerOwner: 'a former owner',
  review: 'Review',
  help: 'Another owner must approve a token that writes. While you are the only owner, it writes after 72 hours, and creates payments only below the limits.',
  title: 'Let the token {name} write?',
  detail:
    'It acts in the name of its maker, at any time, without a confirmation. You can’t approve payments that it proposes.',
  sentence: 'Let the API token {name} write: {scopes}.',
  done: 'Decision saved',
  failed: 'The decision couldn’t be saved',
  problem: {
    pending: 'This token already waits for another owner.',
    gone: 'This proposal was already approved, declined or withdrawn. Reload the page.',
    ended: 'This token was revoked, has expired or no longer belongs to this business.',
    replaced: 'This token was replaced by a new one. Decide about the new token.',
    lostAccess: 'The maker of the token is no longer an owner of this business.',
    oneBusiness: 'A token that writes has exactly one business.',
  },
});
