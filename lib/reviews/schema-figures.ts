import type { Amount } from '#lib/values/amount.ts';
import type { ListCount } from '#lib/values/list-query.ts';
import type { DecisionKind } from './model.ts';
import type { Person } from './schema.ts';
import type { ReasonFigure } from './schema-facts.ts';

/** How the desk does, and by which rules. */
export type DeskFigures = {
  readonly open: {
    readonly day: ListCount;
    readonly three: ListCount;
    readonly week: ListCount;
    readonly older: ListCount;
    readonly overdue: ListCount;
  };
  /** From opening to decision; null where nothing was decided. */
  readonly medianSeconds: number | null;
  readonly slowSeconds: number | null;
  readonly decisions: readonly { readonly kind: DecisionKind; readonly count: number }[];
  readonly reasons: readonly ReasonFigure[];
  readonly reviewers: readonly {
    readonly person: Person;
    readonly proposed: number;
    readonly confirmed: number;
  }[];
  readonly settings: {
    readonly secondFromEur: Amount;
    readonly dueHours: number;
    readonly riskScoreFrom: Amount | null;
  };
  readonly maySet: boolean;
};
