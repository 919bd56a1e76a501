import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { FieldEffect } from '../model/field-effect.ts';
import { depositObservation, withdrawalObservation } from '../model/observation.ts';
import type { CallbackKind, ParsedCallback } from '../model/parsed-callback.ts';
import { rebuild, rebuildWithdrawal } from '../model/rebuild.ts';
import type { PaymentObservation } from '../model/record-state.ts';
import type { Registers, Values } from '../model/registers.ts';
import { noRegisters } from '../model/registers.ts';
import { readReceived } from '../parse/read-received.ts';
import {
  answerObservations,
  depositObservations,
  withdrawalObservations,
} from '../rebuild/rebuild-records.ts';
import type { StoredAnswer, StoredCallback } from '../rebuild/verify-queries.ts';
import { fromPool, hasMoreStored, storedOfPayments, storedOfWithdrawals } from '../rebuild/verify-queries.ts';

type Applied = {
  readonly id: string;
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  readonly accepted: StoredCallback['accepted'];
  /** When it took effect: at its receipt, or when it was released. */
  readonly appliedAt: Instant;
};

/** Observations of one payment that are gone through for one page: each is read and folded anew, body by body. */
const mostObserved = { callbacks: 500, answers: 50 };

/**
 * What an applied callback changed on which record, made anew from the stored observations: everything observed before
 * it, without and with it. What came later is left out. Null: there are too many to go through for one page.
 */
export async function effectOfMessage(message: Applied): Promise<readonly FieldEffect[] | null> {
  const read = readReceived(message);
  if (read.kind === 'deposit')
    return (await hasMoreStored(fromPool, message.businessId, read.paymentId, mostObserved))
      ? null
      : effectOfDeposit(message, read);
  return read.kind === 'withdrawal' ? effectOfWithdrawal(message, read) : [];
}

async function effectOfDeposit(
  { id, businessId, appliedAt }: Applied,
  { paymentId, depositId, stated }: Extract<ParsedCallback, { kind: 'deposit' }>,
): Promise<readonly FieldEffect[]> {
  const { callbacks, answers } = await storedOfPayments(fromPool, businessId, [paymentId]);
  const own = callbacks.find((one) => one.id === id);
  const earlier = [
    ...callbacks.filter((one) => one.id !== id && one.receivedAt <= appliedAt).flatMap(depositObservations),
    ...answers.filter((one) => one.firstAt < appliedAt).map((one) => recordOf(one, appliedAt)),
  ].filter((seen) => seen.paymentId === paymentId);
  const seen = depositObservation(
    { id, paymentId, receivedAt: own?.receivedAt ?? appliedAt, shownWith: own?.shownWith ?? null },
    stated,
  );
  const [before, after] = [rebuild(earlier), rebuild([...earlier, seen])];
  const sides = (registers: (state: typeof before) => Registers | undefined) => ({
    before: registers(before) ?? noRegisters,
    after: registers(after) ?? noRegisters,
  });
  return [
    ...effects(
      'payment',
      paymentId,
      stated.payment,
      sides(({ payments }) => payments.get(paymentId)?.registers),
    ),
    ...effects(
      'deposit',
      depositId,
      stated.deposit.values,
      sides(({ deposits }) => deposits.get(depositId)?.registers),
    ),
  ];
}

async function effectOfWithdrawal(
  { id, businessId, appliedAt }: Applied,
  { withdrawalId, stated }: Extract<ParsedCallback, { kind: 'withdrawal' }>,
): Promise<readonly FieldEffect[]> {
  const callbacks = await storedOfWithdrawals(fromPool, businessId, [withdrawalId]);
  const own = callbacks.find((one) => one.id === id);
  const earlier = callbacks
    .filter((one) => one.id !== id && one.receivedAt <= appliedAt)
    .flatMap(withdrawalObservations);
  const seen = withdrawalObservation(
    { id, withdrawalId, receivedAt: own?.receivedAt ?? appliedAt, shownWith: own?.shownWith ?? null },
    stated,
  );
  return effects('withdrawal', withdrawalId, stated.withdrawal.values, {
    before: rebuildWithdrawal(earlier)?.registers ?? noRegisters,
    after: rebuildWithdrawal([...earlier, seen])?.registers ?? noRegisters,
  });
}

/** An answer as it stood then: that a read said the same again later was not known yet. */
const recordOf = (stored: StoredAnswer, then: Instant): PaymentObservation =>
  answerObservations({ ...stored, lastAt: stored.lastAt > then ? stored.firstAt : stored.lastAt });

const textOf = (values: Values, field: string): string | null => {
  const value = values[field];
  return value === undefined ? null : String(value);
};

const effects = (
  record: FieldEffect['record'],
  recordId: string,
  stated: Values,
  { before, after }: { before: Registers; after: Registers },
): FieldEffect[] =>
  Object.entries(stated).map(([field, value]) => ({
    record,
    recordId,
    field,
    stated: String(value),
    before: textOf(before.values, field),
    after: textOf(after.values, field),
    source: after.stamps[field]?.source ?? 'callback',
  }));
