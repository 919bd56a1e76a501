import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { FieldEffect } from '../model/field-effect.ts';
import { toDepositObservation, toWithdrawalObservation } from '../model/observation.ts';
import type { CallbackKind, ParsedCallback } from '../model/parsed-callback.ts';
import { rebuildStates, rebuildWithdrawal } from '../model/rebuild.ts';
import type { PaymentObservation } from '../model/record-state.ts';
import type { FieldValues, Registers } from '../model/registers.ts';
import { emptyRegisters } from '../model/registers.ts';
import { parseCallbackBody } from '../parse/parse-callback-body.ts';
import {
  toDepositObservations,
  toStoredAnswerObservation,
  toWithdrawalObservations,
} from '../rebuild/rebuild-records.ts';
import type { StoredAnswer, StoredCallback } from '../rebuild/verify-queries.ts';
import {
  hasMoreObservations,
  listPaymentObservations,
  listWithdrawalCallbacks,
  queryPool,
} from '../rebuild/verify-queries.ts';

type AppliedMessage = {
  readonly id: string;
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  readonly accepted: StoredCallback['accepted'];
  /** When it took effect: at its receipt, or at its release. */
  readonly appliedAt: Instant;
};

/** The most observations that are replayed for one page. Each one is parsed and folded. */
const maxObservations = { callbacks: 500, answers: 50 };

/**
 * Returns what an applied callback changed, by replaying the stored observations before it, without and with it.
 * Later observations are left out. Returns null when there are too many to replay for one page.
 */
export async function readMessageEffects(message: AppliedMessage): Promise<readonly FieldEffect[] | null> {
  const parsed = parseCallbackBody(message);
  if (parsed.kind === 'deposit')
    return (await hasMoreObservations(queryPool, message.businessId, parsed.paymentId, maxObservations))
      ? null
      : readDepositEffects(message, parsed);
  return parsed.kind === 'withdrawal' ? readWithdrawalEffects(message, parsed) : [];
}

async function readDepositEffects(
  { id, businessId, appliedAt }: AppliedMessage,
  { paymentId, depositId, stated }: Extract<ParsedCallback, { kind: 'deposit' }>,
): Promise<readonly FieldEffect[]> {
  const { callbacks, answers } = await listPaymentObservations(queryPool, businessId, [paymentId]);
  const ownCallback = callbacks.find((one) => one.id === id);
  const earlier = [
    ...callbacks.filter((one) => one.id !== id && one.receivedAt <= appliedAt).flatMap(toDepositObservations),
    ...answers.filter((one) => one.firstAt < appliedAt).map((one) => toObservationAt(one, appliedAt)),
  ].filter((observation) => observation.paymentId === paymentId);
  const observation = toDepositObservation(
    {
      id,
      paymentId,
      receivedAt: ownCallback?.receivedAt ?? appliedAt,
      shownWith: ownCallback?.shownWith ?? null,
    },
    stated,
  );
  const [before, after] = [rebuildStates(earlier), rebuildStates([...earlier, observation])];
  const sides = (registers: (state: typeof before) => Registers | undefined) => ({
    before: registers(before) ?? emptyRegisters,
    after: registers(after) ?? emptyRegisters,
  });
  return [
    ...listEffects(
      'payment',
      paymentId,
      stated.payment,
      sides(({ payments }) => payments.get(paymentId)?.registers),
    ),
    ...listEffects(
      'deposit',
      depositId,
      stated.deposit.values,
      sides(({ deposits }) => deposits.get(depositId)?.registers),
    ),
  ];
}

async function readWithdrawalEffects(
  { id, businessId, appliedAt }: AppliedMessage,
  { withdrawalId, stated }: Extract<ParsedCallback, { kind: 'withdrawal' }>,
): Promise<readonly FieldEffect[]> {
  const callbacks = await listWithdrawalCallbacks(queryPool, businessId, [withdrawalId]);
  const ownCallback = callbacks.find((one) => one.id === id);
  const earlier = callbacks
    .filter((one) => one.id !== id && one.receivedAt <= appliedAt)
    .flatMap(toWithdrawalObservations);
  const observation = toWithdrawalObservation(
    {
      id,
      withdrawalId,
      receivedAt: ownCallback?.receivedAt ?? appliedAt,
      shownWith: ownCallback?.shownWith ?? null,
    },
    stated,
  );
  return listEffects('withdrawal', withdrawalId, stated.withdrawal.values, {
    before: rebuildWithdrawal(earlier)?.registers ?? emptyRegisters,
    after: rebuildWithdrawal([...earlier, observation])?.registers ?? emptyRegisters,
  });
}

/** Returns an answer as it was at this moment: later repeats of a read don’t count. */
const toObservationAt = (stored: StoredAnswer, moment: Instant): PaymentObservation =>
  toStoredAnswerObservation({ ...stored, lastAt: stored.lastAt > moment ? stored.firstAt : stored.lastAt });

const toText = (values: FieldValues, field: string): string | null => {
  const value = values[field];
  return value === undefined ? null : String(value);
};

const listEffects = (
  record: FieldEffect['record'],
  recordId: string,
  stated: FieldValues,
  { before, after }: { before: Registers; after: Registers },
): FieldEffect[] =>
  Object.entries(stated).map(([field, value]) => ({
    record,
    recordId,
    field,
    stated: String(value),
    before: toText(before.values, field),
    after: toText(after.values, field),
    source: after.stamps[field]?.source ?? 'callback',
  }));
