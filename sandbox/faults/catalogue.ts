/** A fault that can be switched on. Besides the share of affected cases it has at most one `parameter`. */
export type Fault = {
  readonly name: string;
  readonly where: 'callbacks' | 'api';
  readonly title: string;
  readonly parameter?: {
    readonly name: string;
    readonly defaultValue: number;
    readonly minimum: number;
    readonly maximum: number;
  };
};

const onCallbacks = (name: string, title: string, parameter?: Fault['parameter']): Fault => ({
  name,
  where: 'callbacks',
  title,
  ...(parameter && { parameter }),
});
const onApi = (name: string, title: string, parameter?: Fault['parameter']): Fault => ({
  ...onCallbacks(name, title, parameter),
  where: 'api',
});

/** All faults. API faults affect the documented operations, never the sandbox's own. */
export const faultCatalogue = [
  onCallbacks('duplicate', 'Each callback is sent again so many times', {
    name: 'times',
    defaultValue: 2,
    minimum: 1,
    maximum: 1_000,
  }),
  onCallbacks('reorder', 'Callbacks overtake each other within so many seconds', {
    name: 'seconds',
    defaultValue: 30,
    minimum: 1,
    maximum: 3_600,
  }),
  onCallbacks('delay', 'Callbacks start so many seconds late (23 hours at most)', {
    name: 'seconds',
    defaultValue: 600,
    minimum: 1,
    maximum: 82_800,
  }),
  onCallbacks('drop', 'Callbacks are never sent'),
  onCallbacks('truncate', 'The body ends in the middle'),
  onCallbacks('garble', 'Some bytes of the body are rubbish'),
  onCallbacks(
    'misspell',
    'deductedSettlementAmount is spelled deducedSettlementAmount, as in the field table',
  ),
  onCallbacks('strings-for-numbers', 'Numbers come as strings'),
  onCallbacks('numbers-for-strings', 'Amounts in strings come as numbers'),
  onCallbacks('unknown-enum', 'A status, coin or network that the interface does not name'),
  onCallbacks('extra-fields', 'Fields that the interface does not name'),
  onCallbacks('missing-fields', 'Some fields are missing'),
  onCallbacks('null', 'Some fields are null'),
  onCallbacks('exponents', 'Numbers are written with an exponent'),
  onCallbacks(
    'retry-others',
    'Withdrawal and exchanged callbacks are tried again like those of deposits, which the interface does not show',
  ),
  onApi('outage', 'Connections are closed without an answer'),
  onApi('latency', 'Answers come so many milliseconds late', {
    name: 'milliseconds',
    defaultValue: 3_000,
    minimum: 1,
    maximum: 120_000,
  }),
  onApi('unauthorized', 'Answers 401'),
  onApi('unprocessable', 'Answers 422'),
  onApi('throttled', 'Answers 429'),
  onApi('server-error', 'Answers 500'),
  onApi('html', 'Answers 200 with a page of HTML'),
  onApi('redirect', 'Answers 302 to another address'),
  onApi('huge', 'Answers 200 with so many megabytes', {
    name: 'megabytes',
    defaultValue: 50,
    minimum: 1,
    maximum: 200,
  }),
  onApi('half-open', 'Takes the request and never answers'),
  onApi('commit-then-drop', 'The payment is created, but the connection is closed instead of answered'),
  onApi('error-after-commit', 'The payment is created, but the answer is 500'),
] as const satisfies readonly Fault[];
