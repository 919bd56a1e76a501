import { plain, whose } from '#lib/lists/model/choice-filter.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import type { Amount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';

/** A payment that does not fit, or a request of ours of which nobody knows whether it made one. */
export const exceptionKinds = ['payment', 'intent'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** What does not fit. All but `unknown-outcome`, which is the request's own state, are inferred by us. */
export const exceptionStates = ['under', 'over', 'late', 'mismatch', 'unmatched', 'unknown-outcome'] as const;
type ExceptionState = (typeof exceptionStates)[number];

export const longestNote = 2_000;

export type Colleague = { readonly personId: string; readonly name: string };

/** A row of the worklist. */
export type ExceptionRow = {
  readonly kind: ExceptionKind;
  readonly subjectId: string;
  readonly clientPaymentId: string | null;
  readonly states: readonly ExceptionState[];
  readonly currency: string | null;
  /** As the service recorded it; of a request, as we asked: nobody told us of a payment. */
  readonly expected: Amount | null;
  readonly actual: Amount | null;
  /** Null where another coin came than was chosen: then nobody knows in which coin the record's sum is. */
  readonly actualCurrency: string | null;
  readonly at: Instant;
  readonly owner: Colleague | null;
  readonly note: string;
  /** Null: open, or opened again because something else no longer fits. */
  readonly resolvedAt: Instant | null;
  readonly version: number;
};

/** The filters of the worklist, by their name in the address. Without `work` it shows what is open. */
export const exceptionList = {
  name: 'exceptions',
  everything: { work: ['open', 'resolved'] },
  filters: {
    state: {
      kind: 'choice',
      label: 'What',
      choices: [
        { value: 'under', label: 'Under' },
        { value: 'over', label: 'Over' },
        { value: 'late', label: 'Late' },
        { value: 'mismatch', label: 'Other currency' },
        { value: 'unmatched', label: 'Unmatched' },
        { value: 'unknown-outcome', label: 'Unknown outcome' },
      ],
    },
    work: {
      kind: 'choice',
      label: 'Work',
      choices: [
        { value: 'open', label: 'Open' },
        { value: 'resolved', label: 'Resolved' },
      ],
    },
    owner: {
      kind: 'choice',
      label: 'Owner',
      choices: whose,
    },
    /** In which it was asked for: display, else deposit. */
    currency: { kind: 'choice', label: 'Currency', choices: plain([...fiatCurrencies, ...cryptoCurrencies]) },
    actualIn: {
      kind: 'choice',
      label: 'Actual in',
      choices: plain([...fiatCurrencies, ...cryptoCurrencies]),
    },
    expected: { kind: 'amount', label: 'Expected', currencies: [...fiatCurrencies, ...cryptoCurrencies] },
    actual: { kind: 'amount', label: 'Actual', currencies: [...fiatCurrencies, ...cryptoCurrencies] },
    expectedUniformAmount: { kind: 'amount', label: 'Expected in EUR', currencies: ['EUR'] },
    actualUniformAmount: { kind: 'amount', label: 'Actual in EUR', currencies: ['EUR'] },
    at: { kind: 'days', label: 'Initiated' },
    resolvedAt: { kind: 'days', label: 'Resolved' },
    changedAt: { kind: 'days', label: 'Worked on' },
  },
} as const satisfies ListSpec;

type Asked = Pick<ListQuery, 'choices' | 'days'>;

const isByResolution = ({ days }: Asked): boolean => Object.hasOwn(days, 'resolvedAt');

/** Open ones, resolved ones, or both: what was resolved at a time is asked for as such. */
export const listRequestedStates = (asked: Asked): readonly string[] =>
  asked.choices['work'] ?? (isByResolution(asked) ? ['resolved'] : ['open']);

/** Whether all that are found are resolved, so that what can be done is to open them again. */
export const areResolved = (asked: Asked): boolean =>
  isByResolution(asked) || listRequestedStates(asked).every((work) => work === 'resolved');
