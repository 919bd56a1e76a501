import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tObservations } from '#lib/messages/callbacks.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, PaymentId, PersonId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toAnswerObservation } from '../model/observation.ts';
import type { ReadDifference } from '../model/read-differences.ts';
import { listRecordUnknownNames } from '../model/unknown-names.ts';
import type { RefusedAnswer } from '../parse/read-answer.ts';
import { readAnswer } from '../parse/read-answer.ts';
import { recordImportEffect } from '../store/answer-groups.ts';
import { storeAnswer, toAnswerEntry } from '../store/answers.ts';
import { findDepositOwners, lockPayment } from '../store/record-locks.ts';
import { writeRecords } from '../store/rows.ts';
import { saveUnknownNames } from '../store/unknown-names.ts';
import { foldPayment } from './fold-payment.ts';
import { withPaymentSnapshot } from './load-snapshot.ts';

/** A payment record that we requested or that a person imported. */
export type AnswerObservation = {
  readonly businessId: BusinessId;
  /** The requested payment. A record of another payment is refused. */
  readonly paymentId?: PaymentId;
  /** For `create` the body is `{ paymentInfo, paymentUrl }` (§4.1). Otherwise it is a payment record (§2.3). */
  readonly source: 'create' | 'read' | 'import';
  /** The field of a read’s body that has the record. Omitted when the whole body is the record. */
  readonly field?: string | null;
  /** When the request started. Among reads the later start wins. */
  readonly startedAt: Instant;
  readonly body: Uint8Array;
  /** The person who imported the record, and the file name. */
  readonly personId?: PersonId;
  readonly fileName?: string;
  /** True if the person can see risk detail. An import that changed nothing else is shown only to such people. */
  readonly maySeeRisk?: boolean;
  /** True if the caller announces many observations at once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedAnswer =
  | {
      readonly kind: 'observed';
      readonly paymentId: PaymentId;
      readonly clientPaymentId: ClientPaymentId | null;
      /** Unreadable fields, which were left out. */
      readonly flaws: readonly Flaw[];
      /** True if a value changed that is visible without risk.read. */
      readonly changed: boolean;
      /** True if risk detail changed. Only people who can see it may learn this. */
      readonly riskChanged: boolean;
      /** The values of settled records that a read contradicts. */
      readonly differences: readonly ReadDifference[];
    }
  | RefusedAnswer;

/**
 * Stores the bytes once per content and folds them into the payment. A repeated create answer or import is no newer.
 * A read that repeats an earlier one is.
 * @throws ConcurrentUpdateError, and any database error.
 */
export async function observeAnswer(
  transaction: Transaction,
  observation: AnswerObservation,
): Promise<ObservedAnswer> {
  const parsed = readAnswer(observation);
  if (parsed.kind === 'refused') return parsed;
  const { statement, paymentId } = parsed;
  const { businessId, source } = observation;
  const depositIds = statement.deposits.map(({ depositId }) => depositId);
  const locked = await lockPayment(transaction, businessId, paymentId, depositIds);
  const owners = await findDepositOwners(transaction, businessId, depositIds);
  const flaws = [
    ...statement.flaws,
    ...depositIds
      .filter((depositId) => (owners.get(depositId) ?? paymentId) !== paymentId)
      .map((depositId) => ({ path: 'deposits', problem: tObservations('otherDepositOwner', { depositId }) })),
  ];
  const stored = await storeAnswer(transaction, toAnswerEntry(observation, paymentId, flaws));
  const occurrence = { businessId, paymentId, withdrawalId: null, at: observation.startedAt };
  await saveUnknownNames(transaction, occurrence, listRecordUnknownNames(statement));
  const paymentObservation = toAnswerObservation({ ...stored, source, paymentId }, statement);
  const foldContext = { observedAt: observation.startedAt, versions: new Map() };
  const { changes, announcement, changed, riskChanged, differences } = await withPaymentSnapshot(
    transaction,
    { businessId, paymentId, depositIds, locked },
    (snapshot) => foldPayment(businessId, snapshot, paymentObservation, foldContext),
  );
  await writeRecords(transaction, changes, observation.quiet === true ? null : announcement);
  if (source === 'import')
    await recordImportEffect(transaction, stored, isRiskOnly(observation, stored, changed));
  const clientId = statement.values['clientPaymentId'];
  return {
    kind: 'observed',
    paymentId,
    clientPaymentId: typeof clientId === 'string' ? clientPaymentId(clientId) : null,
    flaws,
    changed,
    riskChanged,
    differences,
  };
}

/** An import that counts as a repeat of a visible one is shown with that one. */
const isRiskOnly = (
  { maySeeRisk }: AnswerObservation,
  { isNew, riskOnly, shownWith }: Awaited<ReturnType<typeof storeAnswer>>,
  changed: boolean,
): boolean => maySeeRisk === true && !changed && shownWith === null && (isNew || riskOnly);
