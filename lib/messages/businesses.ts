import { createMessages } from './create-messages.ts';

/** Errors about businesses and their readings from the service. */
export const tBusinesses = createMessages({
  add: {
    alreadyMember: 'You’re already a member of this business. Choose it in the navigation.',
    known: 'This business is already here. Ask one of its owners to invite you.',
  },
  answered: 'The service answered with HTTP status {status}.',
  answeredWithReason: 'The service answered with HTTP status {status}: {reason}',
  notJson: 'The service answered with HTTP status {status} and invalid JSON: the answer {problem}.',
  notRecord: 'The service answered with HTTP status {status}, but sent no business record.',
  otherBusiness: 'The service sent the record of another business.',
  timeZoneInvalid: 'must be a time zone such as Europe/Vienna or UTC',
  unknown: 'This business doesn’t exist.',
  unknownOrNoRole: 'This business doesn’t exist, or you aren’t a member of it.',
  unreachable: 'The service couldn’t be reached: {reason}.',
  uuidExpected: 'must be a UUID',
});
