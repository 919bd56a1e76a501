import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

export const firstCallbackMs = 1_793_000_000_000;
/** Returns a distinct ID for each kind and number. */
export const createId = (kind: string, number: number): string => {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
export const reportedPaymentIds = [0, 1].map((number) => toId<PaymentId>(createId('payment', number)));

/** A reported event. Few payments, deposits, values and times make ties, claims and conflicts common. */
export type ReportedEvent = {
  readonly source: 'callback' | 'create' | 'read' | 'import';
  readonly at: number;
  readonly payment: number;
  readonly deposits: readonly number[];
  readonly value: number;
};
const smallInteger = (most: number) => fc.integer({ min: 0, max: most });
const eventArbitrary: fc.Arbitrary<ReportedEvent> = fc.record({
  source: fc.constantFrom('callback', 'callback', 'create', 'read', 'read', 'import'),
  at: smallInteger(2),
  payment: fc.constantFrom(0, 0, 0, 1),
  deposits: fc.uniqueArray(smallInteger(2), { minLength: 1, maxLength: 2 }),
  value: smallInteger(2),
});

/** Gives each content one time, that of its first receipt. Only a read can repeat at another time. */
const distinct = (all: readonly ReportedEvent[]): ReportedEvent[] => {
  const times = new Map<string, number>();
  return all.map((one) => {
    if (one.source === 'read') return one;
    const { at, ...content } = one;
    const key = JSON.stringify(
      one.source === 'callback' ? { ...content, deposits: content.deposits[0] } : content,
    );
    times.set(key, times.get(key) ?? at);
    return { ...one, at: times.get(key) ?? at };
  });
};
const eventLists = fc.array(eventArbitrary, { minLength: 2, maxLength: 6 }).map(distinct);
/** Events of two payments, and the same events in another order with repeats. */
export const eventsAndOrder = eventLists.chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc
      .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all), smallInteger(6))
      .map(([order, repeats, place]) => [
        ...order.slice(0, place),
        ...repeats,
        ...order.slice(place),
        ...repeats,
      ]),
  ),
);

const statuses = ['NEW', 'AWAITING', 'DEPOSITED'];
const depositStatuses = ['UNCONFIRMED', 'CONFIRMED', 'BLOCKED'];

/** Caches by event, because few distinct events exist. */
export const cacheByEvent = <T>(make: (businessId: BusinessId, one: ReportedEvent) => T) => {
  const cache = new Map<string, T>();
  return (businessId: BusinessId, one: ReportedEvent): T => {
    const key = `${businessId} ${JSON.stringify({ ...one, at: 0 })}`;
    const cached = cache.get(key) ?? make(businessId, one);
    cache.set(key, cached);
    return cached;
  };
};

export const toBody = cacheByEvent((businessId, one): Uint8Array<ArrayBuffer> => {
  const names = { paymentId: reportedPaymentIds[one.payment], clientPaymentId: 'order-1' };
  if (one.source === 'callback') {
    const depositId = createId('deposit', one.deposits[0] ?? 0);
    return toSampleBytes(
      depositCallbackSample({ ...names, depositId, actualDisplayAmount: 40 + one.value, network: 'TRX' }),
    );
  }
  const record = paymentRecordSample(businessId, {
    ...names,
    status: statuses[one.value],
    // A field that a later record lacks keeps its earlier value.
    ...(one.value === 0 ? { walletAddress: 'TQn9Y2k' } : {}),
    deposits: one.deposits.map((deposit) =>
      depositRecordSample({ id: createId('deposit', deposit), status: depositStatuses[one.value] }),
    ),
  });
  return toSampleBytes(one.source === 'create' ? { paymentInfo: record } : record);
});
