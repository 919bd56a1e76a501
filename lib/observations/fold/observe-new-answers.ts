import 'server-only';
import type { Statements } from '#lib/database/statements.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { answerObservation } from '../model/observation.ts';
import type { RecordStatement } from '../model/record-statement.ts';
import { unknownNamesIn } from '../model/unknown-names.ts';
import { readAnswer } from '../parse/read-answer.ts';
import type { AnswerEntry } from '../store/answers.ts';
import { answerEntry, answerId, findStoredAnswers, insertAnswers } from '../store/answers.ts';
import { readBatch } from '../store/batch-read.ts';
import { writeBatch } from '../store/batch-write.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { lockKeys, lockSql } from '../store/record-locks.ts';
import { BatchRecords } from './batch-records.ts';
import type { FoldedPayment } from './fold-payment.ts';
import { foldedPayment } from './fold-payment.ts';
import type { AnswerObservation } from './observe-answer.ts';

/**
 * What `observeAnswer` does, for records of many payments in one transaction and five trips to the database, whatever
 * their number; open screens are told nothing. Answers those that are more than a plain record that is new here (kept
 * before, refused, a second one of its payment, with names that are to be noted, with another payment's deposit): they are
 * left out, and are to be observed alone. Throws what the database throws; then none is kept.
 */
export async function observeNewAnswers(
  statements: Statements,
  all: readonly AnswerObservation[],
): Promise<readonly AnswerObservation[]> {
  const plain = plainAmong(all);
  await statements.run(lockSql, [lockKeys(plain.flatMap(recordsOf)).map(String)]);
  const kept = await findStoredAnswers(statements, plain.map(idOf));
  const held = await readBatch(statements, {
    deposits: plain.flatMap(askedOf),
    withdrawals: [],
    messages: [],
    contents: [],
  });
  const records = new BatchRecords(held);
  const folded = plain.filter((one) => {
    const fold = kept.has(idOf(one)) ? null : foldOf(records, one);
    if (fold !== null) records.take(one.given.businessId, fold);
    return fold !== null;
  });
  await insertAnswers(statements, folded.map(entryOf));
  await writeBatch(statements, { messages: [], repeats: [], deliveries: [], rows: records.rows(), told: [] });
  const done = new Set(folded.map(({ given }) => given));
  return all.filter((given) => !done.has(given));
}

type Plain = {
  readonly given: AnswerObservation;
  readonly paymentId: PaymentId;
  readonly said: RecordStatement;
};

/** Readable records without unknown names, of each payment the first. */
function plainAmong(all: readonly AnswerObservation[]): readonly Plain[] {
  const found = new Map<string, Plain>();
  for (const given of all) {
    const read = readAnswer(given);
    if (read.kind === 'refused' || unknownNamesIn(read.said).length > 0) continue;
    const { said, paymentId } = read;
    const key = `${given.businessId} ${paymentId}`;
    if (!found.has(key)) found.set(key, { given, paymentId, said });
  }
  return [...found.values()];
}

const namedBy = ({ said }: Plain) => said.deposits.map(({ depositId }) => depositId);

const recordsOf = (one: Plain) =>
  [one.paymentId, ...namedBy(one)].map((id) => ({ businessId: one.given.businessId, id }));

const askedOf = (one: Plain) => {
  const named = namedBy(one);
  const { paymentId } = one;
  const { businessId } = one.given;
  return (named.length === 0 ? [null] : named).map((depositId) => ({ businessId, paymentId, depositId }));
};

const entryOf = ({ given, paymentId, said }: Plain): AnswerEntry => answerEntry(given, paymentId, said.flaws);
const idOf = (one: Plain): string => answerId(entryOf(one));

/** Null: it needs more than was read, or names a deposit that another payment has. */
function foldOf(records: BatchRecords, one: Plain): FoldedPayment | null {
  const { given, paymentId, said } = one;
  const { businessId, source, startedAt } = given;
  const known = records.payment(businessId, paymentId, namedBy(one));
  if ([...known.deposits.values()].some((deposit) => deposit.paymentId !== paymentId)) return null;
  const stored = { id: idOf(one), source, paymentId, firstAt: startedAt, lastAt: startedAt };
  try {
    return foldedPayment(businessId, known, answerObservation(stored, said), {
      observedAt: startedAt,
      versions: new Map(),
    });
  } catch (thrown) {
    if (thrown instanceof IncompleteStateError) return null;
    throw thrown;
  }
}
