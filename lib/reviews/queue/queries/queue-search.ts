import 'server-only';
import { shortestText } from '#lib/annotations/index.ts';
import { escapePattern } from '#lib/database/statement.ts';
import type { IdentifierCondition, IdentifierMatch } from '#lib/lists/search/identifier-search.ts';
import type { IndexedText } from '#lib/lists/search/indexed-text.ts';
import { toAddressText, toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn, toIndexedText, toTaggedAddress } from '#lib/lists/search/search-condition.ts';
import type { SubjectKind } from '../../model.ts';

/** Shorter texts are no beginning of a name: too many names have it. */
const shortestName = 3;

/** Matches "17" or "case 17" with the case number. */
function numbers(q: string): readonly IdentifierCondition[] {
  const [, number] = /^(?:case\s*)?#?(\d{1,9})$/i.exec(q) ?? [];
  return number === undefined
    ? []
    : [(statement, naming) => `${naming('number')} = ${statement.bind(number)}::int`];
}

const selectCases = (subjects: string, business: string) =>
  `SELECT case_id FROM review_case WHERE business_id = ${business}
    AND subject_kind IN ('deposit', 'withdrawal', 'payment') AND subject_id = ANY(${subjects})`;

/** Searches identifiers of the case's own record. */
const ofSubject = (table: SubjectKind) => ({
  result: `${table}_id`,
  toRowIds: selectCases,
  inRow: (column: string) => `x.${column}`,
  // A subquery value instead of a join, because the planner would first read all such records.
  inRelatedRecord: (has: string) => `(SELECT ${has} FROM ${table} x WHERE x.business_id = c.business_id
    AND x.${table}_id = CASE c.subject_kind WHEN '${table}' THEN c.subject_id END)`,
});

const ofDeposit = ofSubject('deposit');
const deposit = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('deposit', text, match),
  ...ofDeposit,
});
const ofWithdrawal = ofSubject('withdrawal');
const withdrawal = (column: string, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedColumn('withdrawal', column, match),
  ...ofWithdrawal,
});

/** Matches the beginning of a risk entity's name, in any letters. */
function entityNames(q: string): readonly IdentifierCondition[] {
  const key = q.trim().toLowerCase();
  return key.length < shortestName
    ? []
    : [(statement, naming) => statement.startsWith(naming('entity_key'), key)];
}

/** Matches any part of a note. */
const noteTexts = (q: string): readonly IdentifierCondition[] =>
  q.length < shortestText
    ? []
    : [(statement, naming) => statement.isLike(naming('text'), `%${escapePattern(q)}%`)];

/** The searched fields: the case number, the identifiers of its subject, its risk entities and its notes. */
export const caseSearchIndexes: readonly SearchIndex[] = [
  {
    table: 'review_case',
    result: 'case_id',
    conditions: numbers,
    inRow: (column) => `c.${column}`,
  },
  deposit(toPlainText('deposit_id'), 'uuid'),
  deposit(toPlainText('payment_id'), 'uuid'),
  { ...toIndexedColumn('payment', 'payment_id', 'uuid'), ...ofSubject('payment') },
  deposit(toPlainText('transaction_id'), 'hash'),
  deposit(toAddressText('from_address'), 'address'),
  {
    ...toIndexedColumn('payment', 'client_payment_id', 'reference'),
    result: 'payment_id',
    toRowIds: (payments, business) =>
      selectCases(
        `(${payments} || ARRAY(SELECT deposit_id FROM deposit
           WHERE business_id = ${business} AND payment_id = ANY(${payments})))`,
        business,
      ),
    inRow: (column) => `p.${column}`,
    inRelatedRecord: (has) =>
      `(SELECT ${has} FROM payment p WHERE p.business_id = c.business_id
         AND p.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id
           WHEN 'deposit' THEN (SELECT x.payment_id FROM deposit x
             WHERE x.business_id = c.business_id AND x.deposit_id = c.subject_id) END)`,
  },
  withdrawal('withdrawal_id', 'uuid'),
  withdrawal('client_withdrawal_id', 'reference'),
  withdrawal('transaction_id', 'hash'),
  withdrawal('to_address_key', 'address'),
  { ...toTaggedAddress('withdrawal', 'to_tag', toPlainText('to_address_key')), ...ofWithdrawal },
  {
    table: 'review_note',
    result: 'case_id',
    conditions: noteTexts,
    toRowIds: (cases, business) =>
      `SELECT owner_id FROM review_case WHERE business_id = ${business} AND case_id = ANY(${cases})`,
    inRow: (column) => `n.${column}`,
    inRelatedRecord: (has) =>
      `EXISTS (SELECT FROM review_case m JOIN review_note n USING (business_id, case_id)
         WHERE m.business_id = c.business_id AND m.owner_id = c.case_id AND ${has})`,
  },
  {
    table: 'review_entity',
    result: 'subject_id',
    conditions: entityNames,
    toRowIds: selectCases,
    inRow: (column) => `e.${column}`,
    inRelatedRecord: (has) =>
      `(SELECT bool_or(${has}) FROM review_entity e WHERE e.business_id = c.business_id
         AND e.subject_kind = c.subject_kind AND e.subject_id = c.subject_id)`,
  },
];
