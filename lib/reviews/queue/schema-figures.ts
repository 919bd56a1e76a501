import type { ListCount } from '#lib/lists/model/query.ts';
import type { Person } from '../cases/schema/case.ts';
import type { ReasonFigure } from '../cases/schema/facts.ts';
import type { DecisionKind } from '../model.ts';
import type { Settings } from '../settings/model.ts';
import type { SettingsProposal } from '../settings/schema.ts';
import type { ReasonTemplate } from '../settings/schema-templates.ts';

/** The figures of the desk and its settings. */
export type DeskFigures = {
  readonly open: {
    readonly day: ListCount;
    readonly three: ListCount;
    readonly week: ListCount;
    readonly older: ListCount;
    readonly overdue: ListCount;
  };
  /** The time from opening to decision; null without decisions. */
  readonly medianSeconds: number | null;
  readonly slowSeconds: number | null;
  /** The share of decisions that cleared the case and were not reversed later; null without decisions. */
  readonly clearedShare: number | null;
  /** Decisions that took effect, and how many of them were reversed later. */
  readonly decisions: readonly {
    readonly kind: DecisionKind;
    readonly count: number;
    readonly reversed: number;
  }[];
  readonly reasons: readonly ReasonFigure[];
  readonly reviewers: readonly {
    readonly person: Person;
    readonly proposed: number;
    readonly confirmed: number;
    /** The number of these decisions that were reversed later. */
    readonly reversed: number;
  }[];
  readonly settings: Settings;
  /** The risk categories, most serious first. */
  readonly categories: readonly string[];
  /** The templates for reasons, by decision and name. */
  readonly templates: readonly ReasonTemplate[];
  /** The change of the settings that is pending approval. */
  readonly proposal: SettingsProposal | null;
  readonly declined: SettingsProposal | null;
  /** The number of active people with the role Owner or Compliance. */
  readonly eligible: number;
  readonly me: string;
  readonly maySet: boolean;
};
