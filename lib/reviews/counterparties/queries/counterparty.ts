import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { normalizeAddress } from '#lib/values/addresses.ts';
import { parseAmount, parseTotal } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { caseStates, subjectKinds } from '../../model.ts';
import { readNames } from '../../settings/queries/people.ts';
import { toDraftSubject } from '../draft-subject.ts';
import type { Counterparty } from '../model.ts';
import { formatCounterparty } from '../model.ts';
import type { CounterpartyView } from '../schema.ts';
import { counterpartyFlows } from '../schema.ts';
import { listCounterpartyNotes } from '../store.ts';
import { toWatchEntries } from '../watch/queries.ts';
import { findWatch } from '../watch/store.ts';
import {
  maximumRecordsRead,
  selectCases,
  selectCounterpartyRecords,
  selectFirstSeen,
  selectRecords,
  selectTags,
  selectTotals,
} from './statements.ts';

const pageSize = 50;
const mostCases = 100;
const mostTags = 50;
const mostNotes = 100;

const moment = z.coerce.number().transform(instant);
const optionalMoment = z
  .string()
  .nullable()
  .transform((ms) => (ms === null ? null : instant(Number(ms))));

const recordRow = z
  .object({
    kind: z.enum(counterpartyFlows),
    id: z.string(),
    status: z.string().nullable(),
    at: moment,
    amount: z
      .string()
      .nullable()
      .transform((digits) => (digits === null ? null : parseAmount(digits))),
    provisional: z.enum(provisionals).nullable(),
    currency: z.string().nullable(),
    caseId: z.string().nullable(),
    number: z.number().nullable(),
    state: z.enum(caseStates).nullable(),
  })
  .transform(({ caseId, number, state, ...record }) => ({
    ...record,
    case: caseId === null || number === null || state === null ? null : { caseId, number, state },
  }));

const totalRow = z.object({
  kind: z.enum(counterpartyFlows),
  status: z.string().nullable(),
  currency: z.string().nullable(),
  count: z.number(),
  amount: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseTotal(digits))),
  unreported: z.number(),
  lastSeen: optionalMoment,
  more: z.boolean(),
});

const caseRow = z.object({
  caseId: z.string(),
  number: z.number(),
  state: z.enum(caseStates),
  subjectKind: z.enum(subjectKinds),
  openedAt: moment,
});

/** Returns the parameters of the statements: the key of an address or entity, and the tag. */
const toParameters = (counterparty: Counterparty): readonly [string, string | null] =>
  counterparty.kind === 'entity'
    ? [storableText(counterparty.name), null]
    : [
        normalizeAddress(storableText(counterparty.address)),
        counterparty.tag === null ? null : storableText(counterparty.tag),
      ];

/**
 * Reads everything that concerns an address with its tag, or a risk entity: records, totals by service status and
 * currency, cases, and its entry on the watch list. Each statement reads at most {@link maximumRecordsRead} records of each kind.
 * The view is audited, at most once in a few minutes.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCounterparty(
  context: Context<PersonActor>,
  business: string,
  counterparty: Counterparty,
  page = 1,
): Promise<CounterpartyView> {
  requirePermission(context, business, 'risk.read');
  const { businessId } = requirePermission(context, business, 'review.work');
  const found = selectCounterpartyRecords(counterparty);
  const [key, tag] = toParameters(counterparty);
  const read = async <Row>(row: z.ZodType<Row>, statement: string, ...more: readonly unknown[]) => {
    const { rows } = await databasePool().query(statement, [businessId, key, ...more]);
    return z.array(row).parse(rows);
  };
  const [records, totals, cases, first, tags, stored, notes] = await Promise.all([
    read(recordRow, selectRecords(found), tag, pageSize + 1, (page - 1) * pageSize),
    read(totalRow, selectTotals(found), tag),
    read(caseRow, selectCases(found), tag, mostCases),
    read(z.object({ at: optionalMoment }), selectFirstSeen(counterparty), tag),
    counterparty.kind === 'address' && tag === null
      ? read(z.object({ tag: z.string() }), selectTags, mostTags)
      : [],
    findWatch(businessId, counterparty),
    listCounterpartyNotes(businessId, counterparty, mostNotes),
  ]);
  const now = context.clock.now();
  const named = await readNames(notes.map(({ person_id }) => person_id));
  const [watch = null] = await toWatchEntries(stored === null ? [] : [stored], now);
  await inTransaction((transaction) =>
    writeAuditOnce(transaction, context, {
      businessId,
      action: 'review-counterparty.view',
      objectType: 'review-counterparty',
      objectId: toDraftSubject(counterparty),
      after: { kind: counterparty.kind, viewed: formatCounterparty(counterparty) },
    }),
  );
  return {
    businessId,
    counterparty,
    firstSeen: first[0]?.at ?? null,
    lastSeen: totals[0]?.lastSeen ?? null,
    totals: totals.map(({ lastSeen: _lastSeen, more: _more, ...total }) => total),
    records: records.slice(0, pageSize),
    page,
    hasNext: records.length > pageSize,
    cases,
    isBounded: totals[0]?.more ?? false,
    readRecords: maximumRecordsRead,
    tags: tags.map((one) => one.tag),
    watch,
    notes: notes.map(({ note_id, person_id, text, at }) => ({
      noteId: note_id,
      person: named(person_id),
      text,
      at,
    })),
    draftSubject: toDraftSubject(counterparty),
    now,
  };
}
