import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import {
  foldWaiting,
  listWaitingAbout,
  observeAnswer,
  observeCallback,
  prepareCallback,
  storeWaiting,
} from '../index.ts';
import { aggregateDeposits } from '../model/deposit-aggregate.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import { toAnswerObservation, toDepositObservation } from '../model/observation.ts';
import { rebuildStates } from '../model/rebuild.ts';
import { normalizeDeposit, normalizePayment } from '../model/record-difference.ts';
import type { DepositState, PaymentObservation, PaymentState } from '../model/record-state.ts';
import { readDepositOwner } from '../model/record-state.ts';
import { emptyRegisters } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';
import { contentId, sha256 } from '../parse/content-id.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import { readAnswer } from '../parse/read-answer.ts';
import { rebuildPayments } from '../rebuild/rebuild-records.ts';
import { queryWithin } from '../rebuild/verify-queries.ts';
import type { ReportedEvent } from '../testing/reported.ts';
import {
  cacheByEvent,
  eventsAndOrder,
  firstCallbackMs,
  reportedPaymentIds,
  toBody,
} from '../testing/reported.ts';
import { foldPayment } from './fold-payment.ts';

const createCallback = cacheByEvent((businessId, one) => {
  const body = toBody(businessId, one);
  const read = parseCallbackBody({ kind: 'deposit-received', businessId, body });
  if (read.kind !== 'deposit') throw new Error('not believed');
  return { read, id: contentId(['callback'], sha256(body)) };
});

const createRecord = cacheByEvent((businessId, one) => {
  const [{ source }, body] = [one, toBody(businessId, one)];
  if (source === 'callback') throw new Error('no record');
  const read = readAnswer({ businessId, source, body });
  if (read.kind === 'refused') throw new Error(read.reason);
  return { source, read, id: contentId([source], sha256(body)) };
});

async function observe(
  transaction: Transaction,
  businessId: BusinessId,
  one: ReportedEvent,
  isLeftWaiting: boolean,
): Promise<void> {
  const [at, body] = [instant(firstCallbackMs + one.at * 1_000), toBody(businessId, one)];
  const { source } = one;
  if (source !== 'callback') {
    await observeAnswer(transaction, { businessId, source, startedAt: at, body, quiet: true });
    return;
  }
  const observation = {
    businessId,
    kind: 'deposit-received',
    body,
    headers: {},
    receivedAt: at,
    quiet: true,
  } as const;
  const prepared = prepareCallback(observation);
  if (isLeftWaiting) {
    await storeWaiting(toPlainTransaction(transaction), [prepared]);
    return;
  }
  const { subjectId } = prepared.parsed;
  if (subjectId !== null) await foldAll(transaction, businessId, { subjectId });
  await observeCallback(transaction, observation);
}

/** Folds what waits, as the next holder of its locks does. */
async function foldAll(
  transaction: Transaction,
  businessId: BusinessId,
  about: Parameters<typeof listWaitingAbout>[1],
): Promise<void> {
  for (const one of await listWaitingAbout(businessId, about, queryWithin(transaction)))
    await foldWaiting(transaction, one);
}

/** The same in memory: bytes are parsed, folded and kept. */
class InMemory {
  readonly #businessId: BusinessId;
  readonly #payments = new Map<PaymentId, StoredPayment>();
  readonly #deposits = new Map<DepositId, StoredDeposit>();
  readonly #observed = new Map<string, PaymentObservation>();

  constructor(businessId: BusinessId) {
    this.#businessId = businessId;
  }

  observe(one: ReportedEvent): void {
    const at = firstCallbackMs + one.at * 1_000;
    const observation = one.source === 'callback' ? this.#callback(one, at) : this.#answer(one, at);
    if (observation === null) return;
    this.#observed.set(observation.stamp.observation, observation);
    const snapshot = {
      payments: this.#payments,
      deposits: this.#deposits,
      getDeposits: (id: PaymentId) =>
        new Map(
          [...this.#deposits.values()]
            .filter(({ paymentId }) => paymentId === id)
            .map(({ state }) => [state.depositId, state.registers.values]),
        ),
      isForeign: false,
      versions: 0,
    };
    const folded = foldPayment(this.#businessId, snapshot, observation, {
      observedAt: at,
      versions: new Map(),
    });
    for (const { kind, after } of folded.changes) {
      if (after === null) throw new Error('a fold removes no record');
      if (kind === 'payment') this.#payments.set(after.state.paymentId, after);
      else this.#deposits.set(after.state.depositId, after);
    }
  }

  #callback(one: ReportedEvent, at: number): PaymentObservation | null {
    const { id, read } = createCallback(this.#businessId, one);
    if (this.#observed.has(id)) return null;
    return toDepositObservation({ id, paymentId: read.paymentId, receivedAt: at }, read.stated);
  }

  #answer(one: ReportedEvent, at: number): PaymentObservation {
    const { id, source, read } = createRecord(this.#businessId, one);
    const before = this.#observed.get(id);
    const [firstAt, lastAt] = [Math.min(before?.firstAt ?? at, at), Math.max(before?.stamp.at ?? at, at)];
    return toAnswerObservation({ id, source, paymentId: read.paymentId, firstAt, lastAt }, read.statement);
  }

  /** The current rows, and the rows rebuilt from all observations. */
  rows() {
    const rebuilt = rebuildStates(this.#observed.values());
    const normal = (
      all: readonly PaymentState[],
      deposits: readonly DepositState[],
      readDerived: (id: PaymentId) => unknown,
    ) => ({
      payments: all
        .map((state) => ({ ...normalizePayment(state), derived: readDerived(state.paymentId) }))
        .toSorted(byText),
      deposits: deposits.map((state) => normalizeDeposit(state, 0)).toSorted(byText),
    });
    const listOwn = (id: PaymentId) =>
      aggregateDeposits(
        [...rebuilt.deposits.values()]
          .filter((state) => readDepositOwner(state) === id)
          .map(({ registers }) => registers.values),
      );
    return {
      stored: normal(
        [...this.#payments.values()].map(({ state }) => state),
        [...this.#deposits.values()].map(({ state }) => state),
        (id) => [this.#payments.get(id)?.derived, this.#payments.get(id)?.aggregate],
      ),
      rebuilt: normal([...rebuilt.payments.values()], [...rebuilt.deposits.values()], (id) => [
        derivePaymentState(rebuilt.payments.get(id)?.registers ?? emptyRegisters, listOwn(id)),
        listOwn(id),
      ]),
    };
  }
}

const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

test('gives the same state in memory for any order and repetition, equal to a rebuild', async () => {
  const businessId = await createBusiness();
  fc.assert(
    fc.property(eventsAndOrder, ([all, again]) => {
      const [one, other] = [new InMemory(businessId), new InMemory(businessId)];
      for (const each of all) one.observe(each);
      for (const each of again) other.observe(each);
      const { stored, rebuilt } = one.rows();
      expect(stored).toEqual(rebuilt);
      expect(other.rows().stored).toEqual(stored);
    }),
    { numRuns: propertyRuns(300) },
  );
});

/** All stored rows without times and schedules, and the differences to a rebuild. */
async function modelAfter(
  transaction: Transaction,
  businessId: BusinessId,
  all: readonly ReportedEvent[],
  waits: readonly boolean[] = [],
) {
  await transaction.$executeRaw`SAVEPOINT before_it`;
  for (const [index, one] of all.entries())
    await observe(transaction, businessId, one, waits[index % waits.length] ?? false);
  for (const paymentId of reportedPaymentIds) await foldAll(transaction, businessId, { paymentId });
  const rows: unknown = await transaction.$queryRaw`
    SELECT (to_jsonb(p) - '{changed_at,next_read_at,last_read_at,read_failures,last_read_error}'::text[])::text AS row
      FROM payment p WHERE business_id = ${businessId}::uuid
    UNION ALL SELECT (to_jsonb(d) - 'changed_at')::text FROM deposit d WHERE business_id = ${businessId}::uuid
    UNION ALL SELECT to_jsonb(r)::text FROM deposit_risk r WHERE business_id = ${businessId}::uuid
    ORDER BY 1`;
  const rebuilt = await rebuildPayments(queryWithin(transaction), businessId, reportedPaymentIds);
  await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
  return { rows, differences: rebuilt.flatMap(({ differences }) => differences) };
}

test('gives the same rows for any order and repetition, equal to a rebuild', async () => {
  const businessId = await createBusiness();
  await fc.assert(
    fc.asyncProperty(eventsAndOrder, async ([all, again]) => {
      await inTransaction(async (transaction) => {
        const [one, other] = [
          await modelAfter(transaction, businessId, all),
          await modelAfter(transaction, businessId, again),
        ];
        expect(one.differences).toEqual([]);
        expect(other).toEqual(one);
      });
    }),
    { numRuns: propertyRuns(8) },
  );
});

test('gives the same rows if some callbacks wait to be folded', async () => {
  const businessId = await createBusiness();
  const waits = fc.array(fc.boolean(), { minLength: 3, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(eventsAndOrder, waits, async ([all, again], waiting) => {
      await inTransaction(async (transaction) => {
        const one = await modelAfter(transaction, businessId, all);
        const other = await modelAfter(transaction, businessId, again, waiting);
        expect(other).toEqual({ ...one, differences: [] });
      });
    }),
    { numRuns: propertyRuns(8) },
  );
});

test('generates shuffled and repeated events, equal times and contested deposits', () => {
  const cases = fc.sample(eventsAndOrder, { numRuns: 500, seed: 11 });
  const share = (is: (all: readonly ReportedEvent[], again: readonly ReportedEvent[]) => boolean) =>
    cases.filter(([all, again]) => is(all, again)).length / cases.length;
  expect(share((all, again) => all.some((one, index) => one !== again[index]))).toBeGreaterThan(0.5);
  expect(share((all, again) => again.length > all.length)).toBeGreaterThan(0.5);
  const times = (all: readonly ReportedEvent[], source: ReportedEvent['source']) =>
    all.flatMap((one) => (one.source === source ? [one.at] : []));
  expect(share((all) => new Set(times(all, 'read')).size < times(all, 'read').length)).toBeGreaterThan(0.1);
  expect(share((all) => new Set(times(all, 'read')).size > 1)).toBeGreaterThan(0.1);
  const claims = (all: readonly ReportedEvent[]) =>
    [0, 1, 2].some(
      (deposit) =>
        new Set(all.flatMap((one) => (one.deposits.includes(deposit) ? [one.payment] : []))).size > 1,
    );
  expect(share(claims)).toBeGreaterThan(0.2);
});

test('folds a repeated create answer with an earlier start as a rebuild does', async () => {
  const businessId = await createBusiness();
  const answer = { source: 'create', payment: 0, deposits: [0], value: 0 } as const;
  const { differences } = await inTransaction((transaction) =>
    modelAfter(transaction, businessId, [
      { ...answer, at: 2 },
      { ...answer, at: 1 },
    ]),
  );
  expect(differences).toEqual([]);
});
