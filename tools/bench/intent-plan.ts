import type { SeededRandom } from '#e2e/faults/random.ts';

/** Behaviors of the service for a create request. The last four create the payment. */
const faults = [
  'refuses',
  'is overloaded',
  'disconnects first',
  'answers',
  'answers slowly',
  'fails after creating',
  'disconnects after creating',
] as const;
type Fault = (typeof faults)[number];

/** When the process that requests the payment is killed. `never` leaves it running. */
const killPoints = [
  'never',
  'before the request is stored',
  'when the request arrives',
  'after creating',
  'after the answer',
] as const;

/** One run: a payment that is requested once, with one fault and one kill point. */
export type IntentRun = {
  readonly clientPaymentId: string;
  readonly fault: Fault;
  readonly killPoint: (typeof killPoints)[number];
  /** Milliseconds after the start of the request, for a kill before it is stored. */
  readonly killedAfterMs: number;
  /** The person sends an unknown request again. */
  readonly isSentAgain: boolean;
  /** The person requests the same payment again after the kill. */
  readonly isRepeated: boolean;
};

export const createsPayment = (fault: Fault): boolean => faults.indexOf(fault) >= faults.indexOf('answers');

/** Share of the runs that kill the process. Other requests of the process are interrupted anywhere. */
const killShare = 0.15;

/** Plans the runs. The same seed plans the same ones. */
export const planIntentRuns = (chance: SeededRandom, count: number): readonly IntentRun[] =>
  Array.from({ length: count }, (_run, number) => ({
    clientPaymentId: `run-${number + 1}`,
    fault: chance.pick(faults),
    killPoint: chance.happens(killShare) ? chance.pick(killPoints.slice(1)) : 'never',
    killedAfterMs: chance.between(0, 20),
    isSentAgain: chance.happens(0.3),
    isRepeated: chance.happens(0.3),
  }));
