import type { ListCount } from '#lib/lists/model/query.ts';
import type { ReasonFigure } from '../cases/schema/facts.ts';
import type { DecisionKind } from '../model.ts';
import type { Settings } from '../settings/model.ts';
import type { SettingsProposal } from '../settings/schema.ts';
import type { Person } from './case.ts';

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
  readonly settings: Settings;
  /** The change of the settings that waits for a second person. */
  readonly proposal: SettingsProposal | null;
  /** How many active people have the role Owner or Compliance. */
  readonly eligible: number;
  readonly me: string;
  readonly maySet: boolean;
};
