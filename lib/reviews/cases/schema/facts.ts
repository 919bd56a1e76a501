import type { FactKind } from '../../model.ts';

/** The rule of the merchant's own that a fact names, in its words of that time, and what it found. */
export type FactRule = {
  readonly ruleId: string;
  readonly number: number;
  readonly name: string;
  readonly says: string;
  readonly found: {
    readonly amount?: string | undefined;
    readonly currency?: string | undefined;
    readonly count?: number | undefined;
    readonly entities?: number | undefined;
    readonly categories?: readonly string[] | undefined;
  };
};

/** Of the decided cases that had a reason: a case counts for each of its reasons. */
export type ReasonFigure = {
  readonly kind: FactKind;
  readonly rule: { readonly ruleId: string; readonly name: string } | null;
  readonly decided: number;
  readonly cleared: number;
};
