import type { FixedAssumption } from './assumption.ts';

/** What is not shown and leaves nothing to choose: each says why no variable changes it. */
export const fixedAssumptions: readonly FixedAssumption[] = [
  {
    key: 'timestamp-tolerance',
    question: 'How far the timestamp of a signed request may be from the clock of the service.',
    section: '§5',
    assumed: 'not relied on: requests carry the true time; the sandbox takes 5 minutes either way',
    because:
      'Another time than the true one helps with no tolerance. The checks show how far the clocks differ.',
    settledIn: 'lib/service/client.ts',
  },
  {
    key: 'business-scope',
    question: 'Which permission scope the business read needs.',
    section: '§5',
    assumed: 'the one that the API key has',
    because:
      'Scopes are given at the service, not asked for. The check of the business read shows whether it is enough.',
    settledIn: 'lib/businesses/refresh-business.ts',
  },
  {
    key: 'business-fields',
    question: 'Which fields of a business are always present, and the values of theme.',
    section: '§2.7',
    assumed: 'none is: each may be absent, and texts are shown as they come',
    because: 'Requiring a field would only lose the others.',
    settledIn: 'lib/businesses/business-record.ts',
  },
  {
    key: 'minimum-keys',
    question: 'For which currencies the deposit minimums are told.',
    section: '§4.3',
    assumed: 'any: what comes is kept; a missing minimum is unknown, not 0',
    because: 'There is nothing to choose from: what is told is shown.',
    settledIn: 'lib/minimums/reading.ts',
  },
  {
    key: 'minimum-processing-amount',
    question: 'The Minimum Deposit Processing Amount.',
    section: '§8',
    assumed: 'unknown: deposits below it show as the service judges them',
    because: 'A figure of ours would refuse or promise what the service decides.',
    settledIn: 'lib/minimums/model.ts',
  },
  {
    key: 'coin-networks',
    question: 'On which networks BNB, TRX and SOL can be deposited.',
    section: '§2.1',
    assumed: 'on those that the record of the business enables',
    because: 'The record of the business tells it.',
    settledIn: 'lib/payments/create/model/accepted.ts',
  },
  {
    key: 'received-text-lengths',
    question: 'How long the texts are that the service sends.',
    section: '§8',
    assumed:
      'ids up to 500 characters, other texts up to 10,000; longer ones go to quarantine, nothing is cut',
    because: 'The bytes are kept whole whatever their length, and a person releases what is longer.',
    settledIn: 'lib/service/contract/fields.ts',
  },
  {
    key: 'callback-required-fields',
    question: 'Which fields a deposit callback always has.',
    section: '§6.1',
    assumed: 'those without which it can’t be booked; one that lacks them goes to quarantine',
    because:
      'A deposit without its amount, coin or address would be made up. A person can release it with the field unknown.',
    settledIn: 'lib/service/contract/deposit-callback.ts',
  },
  {
    key: 'api-version',
    question: 'How a version of the interface is chosen.',
    section: '§9',
    assumed: '/api/v1, as in every path that is shown',
    because: 'No other version is shown, so there is none to choose.',
    settledIn: 'lib/service/client.ts',
  },
  {
    key: 'callback-method',
    question: 'The HTTP method of callbacks, and what counts as successful delivery.',
    section: '§6.3',
    assumed: 'POST; any answer of 2xx is success, and ours is 200',
    because:
      'A callback carries a body, and no status says "received" more plainly. Other methods are answered 405 and counted.',
    settledIn: 'app/api/callbacks/[business]/[secret]/[kind]/route.ts',
  },
  {
    key: 'exchanged-callback-payload',
    question: 'The payload of the exchanged-deposit callback.',
    section: '§6.3',
    assumed: 'any: stored raw, with no effect on payments',
    because: 'Not one of its fields is shown, so there is no other reading to switch to.',
    settledIn: 'lib/observations/fold/observe-callback.ts',
  },
  {
    key: 'withdrawal-record',
    question: 'The withdrawal record, its creation request and its time.',
    section: '§2.9',
    assumed: 'none is read or sent: withdrawals are known from callbacks, at the time of receipt',
    because: 'No path and no field of it is shown.',
    settledIn: 'lib/observations/fold/fold-withdrawal.ts',
  },
  {
    key: 'scales',
    question: 'The scales of riskScore, userServiceFeeDistributionPercentage and settlementCryptoRatio.',
    section: '§2.3, §2.4, §2.7',
    assumed: 'none: printed as received',
    because:
      'Nothing is computed from them, so a scale would only change how a digit looks, and could mislead.',
    settledIn: 'lib/observations/model/fields.ts',
  },
  {
    key: 'transitions',
    question: 'Which statuses may follow one another.',
    section: '§3',
    assumed: 'any: no transition is refused, contradictions are shown',
    because: 'Refusing what the service says happened would only hide it.',
    settledIn: 'lib/observations/model/registers.ts',
  },
];
