import { createMessages } from './create-messages.ts';

/** Errors about businesses and their readings from the service. */
export const tBusinesses = createMessages({
  answered: 'The service answered with the status {status}.',
  answeredWithReason: 'The service answered with the status {status}: {reason}',
  notJson: 'The service answered {status} with invalid JSON: the answer {problem}.',
  notRecord: 'The service answered {status} without a business record.',
  otherBusiness: 'The service answered with the record of another business.',
  timeZoneInvalid: 'must be a time zone such as Europe/Vienna or UTC',
  unknown: 'This business doesn’t exist.',
  unknownOrNoRole: 'This business doesn’t exist, or you have no role in it.',
  unreachable: 'The service was not reached: {reason}.',
  uuidExpected: 'must be a UUID',
});
