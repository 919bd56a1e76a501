import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, PaymentId, PersonId } from '#lib/values/ids.ts';
import { clientPaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { answerObservation } from '../model/observation.ts';
import { unknownNamesIn } from '../model/unknown-names.ts';
import type { RefusedAnswer } from '../parse/read-answer.ts';
import { readAnswer } from '../parse/read-answer.ts';
import { markImport } from '../store/answer-groups.ts';
import { answerEntry, storeAnswer } from '../store/answers.ts';
import { withPaymentSnapshot } from '../store/payment.ts';
import { findDepositOwners, lockPayment } from '../store/record-locks.ts';
import { writeRows } from '../store/rows.ts';
import { noteUnknownNames } from '../store/unknown-names.ts';
import { foldedPayment } from './fold-payment.ts';

/** A payment record that we asked for, or that a person brought. */
export type AnswerObservation = {
  readonly businessId: BusinessId;
  /** The payment that was asked for. A record of another payment is refused. */
  readonly paymentId?: PaymentId;
  /** `create`: the body is `{ paymentInfo, paymentUrl }` (§4.1); else it is a payment record (§2.3). */
  readonly source: 'create' | 'read' | 'import';
  /** Of a read: the field of the body that holds the record. Left out: the whole body is the record. */
  readonly field?: string | null;
  /** When the request was begun: among reads the later start wins. */
  readonly startedAt: Instant;
  readonly body: Uint8Array;
  /** Of an import: who brought it, and the file's name. */
  readonly personId?: PersonId;
  readonly fileName?: string;
  /** Whether they may see risk detail: only others like them see an import that changed nothing else. */
  readonly maySeeRisk?: boolean;
  /** Many in one transaction: the caller announces once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedAnswer =
  | {
      readonly kind: 'observed';
      readonly paymentId: PaymentId;
      readonly clientPaymentId: ClientPaymentId | null;
      /** Fields that could not be read; they were left out. */
      readonly flaws: readonly Flaw[];
      /** Whether any value became another that is visible without risk.read. */
      readonly changed: boolean;
      /** Whether risk detail became another: for those alone who may see it. */
      readonly riskChanged: boolean;
    }
  | RefusedAnswer;

/**
 * Stores the bytes once per distinct content and folds them in. A create answer or an import that is repeated is
 * no newer; a read that says again what an earlier one said is. Throws what the database throws.
 */
export async function observeAnswer(
  transaction: Transaction,
  given: AnswerObservation,
): Promise<ObservedAnswer> {
  const read = readAnswer(given);
  if (read.kind === 'refused') return read;
  const { said, paymentId } = read;
  const { businessId, source } = given;
  const named = said.deposits.map(({ depositId }) => depositId);
  const locked = await lockPayment(transaction, businessId, paymentId, named);
  const others = await findDepositOwners(transaction, businessId, named);
  const flaws = [
    ...said.flaws,
    ...named
      .filter((depositId) => (others.get(depositId) ?? paymentId) !== paymentId)
      .map((depositId) => ({ path: 'deposits', problem: `${depositId} was said to be of another payment` })),
  ];
  const stored = await storeAnswer(transaction, answerEntry(given, paymentId, flaws));
  const unknown = { businessId, paymentId, withdrawalId: null, at: given.startedAt };
  await noteUnknownNames(transaction, unknown, unknownNamesIn(said));
  const seen = answerObservation({ ...stored, source, paymentId }, said);
  const at = { observedAt: given.startedAt, versions: new Map() };
  const { rows, told, changed, riskChanged } = await withPaymentSnapshot(
    transaction,
    { businessId, paymentId, named, locked },
    (known) => foldedPayment(businessId, known, seen, at),
  );
  await writeRows(transaction, rows, given.quiet === true ? null : told);
  if (source === 'import') await markImport(transaction, stored, isRiskOnly(given, stored, changed));
  const client = said.values['clientPaymentId'];
  return {
    kind: 'observed',
    paymentId,
    clientPaymentId: typeof client === 'string' ? clientPaymentId(client) : null,
    flaws,
    changed,
    riskChanged,
  };
}

/** One that counts as another delivery of a visible one is shown with that. */
const isRiskOnly = (
  { maySeeRisk }: AnswerObservation,
  { isNew, riskOnly, shownWith }: Awaited<ReturnType<typeof storeAnswer>>,
  changed: boolean,
): boolean => maySeeRisk === true && !changed && shownWith === null && (isNew || riskOnly);
