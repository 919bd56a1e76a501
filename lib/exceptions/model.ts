import { assigneeChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { tExceptions, tResolutionReasons } from '#lib/messages/exceptions.ts';
import type { StoredDifference } from '#lib/observations/model/read-differences.ts';
import type { Mismatch } from '#lib/payments/model-mismatch.ts';
import type { ResolutionReason } from '#lib/payments/schema/exception-work.ts';
import { resolutionReasons } from '#lib/payments/schema/exception-work.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';

/** A payment that needs attention, or our own create request whose outcome is unknown. */
export const exceptionKinds = ['payment', 'intent'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Reasons of an exception. We infer all of them but `unknown-outcome`, which is the state of the request. */
export const exceptionStates = [
  'under',
  'over',
  'late',
  'mismatch',
  'unmatched',
  'contradicted',
  'unknown-outcome',
] as const;
type ExceptionState = (typeof exceptionStates)[number];

export const maximumNoteLength = 2_000;

export type Colleague = { readonly personId: string; readonly name: string };

/** A row of the exceptions list. */
export type ExceptionRow = {
  readonly kind: ExceptionKind;
  readonly subjectId: string;
  readonly clientPaymentId: string | null;
  readonly states: readonly ExceptionState[];
  /** How its deposits differ from what the payer chose. Empty if none does, or if that isn't reported. */
  readonly mismatches: readonly Mismatch[];
  /** The values that a later read of the service contradicts. */
  readonly differences: readonly StoredDifference[];
  readonly currency: string | null;
  /** As the service recorded it; for a request, the amount that we requested. */
  readonly expected: Amount | null;
  readonly actual: Amount | null;
  /** Null if a deposit came in another coin than chosen: the record does not say in which coin its sum is. */
  readonly actualCurrency: string | null;
  /** Actual minus expected, in `currency`. Null if they can't be compared. */
  readonly difference: SignedAmount | null;
  readonly at: Instant;
  readonly owner: Colleague | null;
  readonly note: string;
  /** Null: open, or reopened because a new reason appeared. */
  readonly resolvedAt: Instant | null;
  /** The name of the person who resolved it. */
  readonly resolvedBy: string | null;
  /** Null: none was chosen, or it is open. */
  readonly resolutionReason: ResolutionReason | null;
  readonly version: number;
  /** When the record or the work on it last changed. */
  readonly changedAt: Instant;
};

/** The filters of the list, by their name in the URL. Without `work` the list shows open exceptions. */
export const exceptionList = {
  name: 'exceptions',
  unfilteredChoices: { work: ['open', 'resolved'] },
  sorts: {
    /** In EUR, because the rows have several currencies. */
    differenceInEur: { label: tExceptions('columns.difference'), kind: 'amount', inEur: 'differenceInEur' },
  },
  filters: {
    state: {
      kind: 'choice',
      label: tExceptions('filters.reason'),
      choices: [
        { value: 'under', label: tExceptions('state.under') },
        { value: 'over', label: tExceptions('state.over') },
        { value: 'late', label: tExceptions('state.late') },
        { value: 'mismatch', label: tExceptions('state.mismatch') },
        { value: 'unmatched', label: tExceptions('state.unmatched') },
        { value: 'contradicted', label: tExceptions('state.contradicted') },
        { value: 'unknown-outcome', label: tExceptions('state.unknown-outcome') },
      ],
    },
    work: {
      kind: 'choice',
      label: tExceptions('filters.resolution'),
      choices: [
        { value: 'open', label: tExceptions('resolution.open') },
        { value: 'resolved', label: tExceptions('resolution.resolved') },
      ],
    },
    resolutionReason: {
      kind: 'choice',
      label: tExceptions('filters.resolutionReason'),
      choices: resolutionReasons.map((value) => ({ value, label: tResolutionReasons(`reasons.${value}`) })),
    },
    owner: {
      kind: 'choice',
      label: tExceptions('filters.assignee'),
      choices: assigneeChoices,
    },
    /** The currency of the price: display currency, else deposit currency. */
    currency: {
      kind: 'choice',
      label: tExceptions('filters.currency'),
      choices: toCodeChoices([...fiatCurrencies, ...cryptoCurrencies]),
    },
    actualIn: {
      kind: 'choice',
      label: tExceptions('filters.actualCurrency'),
      choices: toCodeChoices([...fiatCurrencies, ...cryptoCurrencies]),
    },
    expected: {
      kind: 'amount',
      label: tExceptions('filters.expected'),
      currencies: [...fiatCurrencies, ...cryptoCurrencies],
    },
    actual: {
      kind: 'amount',
      label: tExceptions('filters.actual'),
      currencies: [...fiatCurrencies, ...cryptoCurrencies],
    },
    difference: {
      kind: 'amount',
      label: tExceptions('filters.difference'),
      currencies: [...fiatCurrencies, ...cryptoCurrencies],
      signed: true,
    },
    expectedUniformAmount: {
      kind: 'amount',
      label: tExceptions('filters.expectedInEur'),
      currencies: ['EUR'],
    },
    actualUniformAmount: { kind: 'amount', label: tExceptions('filters.actualInEur'), currencies: ['EUR'] },
    at: { kind: 'days', label: tExceptions('filters.initiated'), orders: 'own' },
    resolvedAt: { kind: 'days', label: tExceptions('filters.resolved') },
    changedAt: { kind: 'days', label: tExceptions('filters.updated'), orders: 'filtered' },
  },
} as const satisfies ListSpec;

type ResolutionFilters = Pick<ListQuery, 'choices' | 'days'>;

const isByResolution = ({ choices, days }: ResolutionFilters): boolean =>
  Object.hasOwn(days, 'resolvedAt') || Object.hasOwn(choices, 'resolutionReason');

/** Returns which states a query covers: open, resolved or both. A filter by time or reason of the resolution covers resolved ones. */
export const listRequestedStates = (query: ResolutionFilters): readonly string[] =>
  query.choices['work'] ?? (isByResolution(query) ? ['resolved'] : ['open']);

/** Returns true if the query finds only resolved exceptions, so that reopening is the possible action. */
export const isResolvedExceptionsQuery = (query: ResolutionFilters): boolean =>
  isByResolution(query) || listRequestedStates(query).every((work) => work === 'resolved');
