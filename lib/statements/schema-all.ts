import type { Period } from './model/period.ts';
import type { StatementFigures } from './schema.ts';

/** The statements of all businesses of a person. */
export type AllStatementsView = {
  readonly period: Period;
  readonly sections: readonly {
    readonly businessId: string;
    readonly name: string;
    readonly timeZone: string;
    readonly mayExport: boolean;
    /** One for each settlement currency. */
    readonly statements: readonly { readonly figures: StatementFigures; readonly isClosed: boolean }[];
  }[];
  /** The names of businesses where the role doesn't allow reports. */
  readonly leftOut: readonly string[];
};

/** The lists that are exported for all businesses of a person. */
export const allStatementsLists = ['payments', 'deposits', 'refunds', 'withdrawals'] as const;
export type AllStatementsList = (typeof allStatementsLists)[number];
