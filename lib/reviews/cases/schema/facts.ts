import type { FactKind } from '../../model.ts';

/** The merchant's rule that a fact names, with its wording at that time and the values that matched. */
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
    readonly score?: string | undefined;
    readonly watched?: readonly string[] | undefined;
  };
};

/** Decisions by reason of their case. A decision counts once for each reason, also if it was reversed later. */
export type ReasonFigure = {
  readonly kind: FactKind;
  readonly rule: { readonly ruleId: string; readonly name: string } | null;
  readonly decided: number;
  readonly cleared: number;
  readonly reversed: number;
};
