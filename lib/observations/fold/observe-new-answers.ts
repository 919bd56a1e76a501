import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toAnswerObservation } from '../model/observation.ts';
import type { ReportedPayment } from '../model/reported-payment.ts';
import { listRecordUnknownNames } from '../model/unknown-names.ts';
import { readAnswer } from '../parse/read-answer.ts';
import type { AnswerEntry } from '../store/answers.ts';
import { findStoredAnswers, insertAnswers, toAnswerEntry, toAnswerId } from '../store/answers.ts';
import { readBatch } from '../store/batch-read.ts';
import { writeBatch } from '../store/batch-write.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { lockSql, toLockKeys } from '../store/record-locks.ts';
import { BatchRecords } from './batch-records.ts';
import type { PaymentFold } from './fold-payment.ts';
import { foldPayment } from './fold-payment.ts';
import { toDepositKeys } from './load-snapshot.ts';
import type { AnswerObservation } from './observe-answer.ts';

/**
 * Does what `observeAnswer` does for records of many payments, in one transaction and five round trips besides those of
 * effects, without announcements. Returns the answers that need more and must be observed alone. They were stored before, refused, are
 * a second one of a payment, or have unknown values or another payment’s deposit.
 * @throws Any database error. Then nothing is stored.
 */
export async function observeNewAnswers(
  statements: PlainTransaction,
  all: readonly AnswerObservation[],
): Promise<readonly AnswerObservation[]> {
  const plain = selectPlainAnswers(all);
  await statements.run(lockSql, [toLockKeys(plain.flatMap(listRecords)).map(String)]);
  const storedIds = await findStoredAnswers(statements, plain.map(readAnswerId));
  const state = await readBatch(statements, {
    deposits: plain.flatMap(toRecordIds),
    withdrawals: [],
    messages: [],
    callbacks: [],
  });
  const records = new BatchRecords(state);
  const folded = plain.filter((answer) => {
    const fold = storedIds.has(readAnswerId(answer)) ? null : foldAnswer(records, answer);
    if (fold !== null) records.recordChanges(fold.changes);
    return fold !== null;
  });
  await insertAnswers(statements, folded.map(toEntry));
  await writeBatch(statements, {
    messages: [],
    repeats: [],
    deliveries: [],
    changes: records.changes(),
    notifications: [],
  });
  const done = new Set(folded.map(({ observation }) => observation));
  return all.filter((observation) => !done.has(observation));
}

type PlainAnswer = {
  readonly observation: AnswerObservation;
  readonly paymentId: PaymentId;
  readonly statement: ReportedPayment;
};

/** Selects readable records without unknown values, the first of each payment. */
function selectPlainAnswers(all: readonly AnswerObservation[]): readonly PlainAnswer[] {
  const found = new Map<string, PlainAnswer>();
  for (const observation of all) {
    const parsed = readAnswer(observation);
    if (parsed.kind === 'refused' || listRecordUnknownNames(parsed.statement).length > 0) continue;
    const { statement, paymentId } = parsed;
    const key = `${observation.businessId} ${paymentId}`;
    if (!found.has(key)) found.set(key, { observation, paymentId, statement });
  }
  return [...found.values()];
}

const listDepositIds = ({ statement }: PlainAnswer) => statement.deposits.map(({ depositId }) => depositId);

const listRecords = (answer: PlainAnswer) =>
  [answer.paymentId, ...listDepositIds(answer)].map((id) => ({
    businessId: answer.observation.businessId,
    id,
  }));

const toRecordIds = (answer: PlainAnswer) =>
  toDepositKeys({
    businessId: answer.observation.businessId,
    paymentId: answer.paymentId,
    depositIds: listDepositIds(answer),
  });

const toEntry = ({ observation, paymentId, statement }: PlainAnswer): AnswerEntry =>
  toAnswerEntry(observation, paymentId, statement.flaws);
const readAnswerId = (answer: PlainAnswer): string => toAnswerId(toEntry(answer));

/** Folds one answer. Returns null if it needs more than was read, or has another payment’s deposit. */
function foldAnswer(records: BatchRecords, answer: PlainAnswer): PaymentFold | null {
  const { observation, paymentId, statement } = answer;
  const { businessId, source, startedAt } = observation;
  const snapshot = records.payment(businessId, paymentId, listDepositIds(answer));
  if ([...snapshot.deposits.values()].some((deposit) => deposit.paymentId !== paymentId)) return null;
  const stored = { id: readAnswerId(answer), source, paymentId, firstAt: startedAt, lastAt: startedAt };
  try {
    return foldPayment(businessId, snapshot, toAnswerObservation(stored, statement), {
      observedAt: startedAt,
      versions: new Map(),
    });
  } catch (error) {
    if (error instanceof IncompleteStateError) return null;
    throw error;
  }
}
