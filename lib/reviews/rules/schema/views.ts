import type { ApprovalBlock } from '#lib/access/schema.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { CaseEvent, Person } from '../../cases/schema/case.ts';
import type { FactKind } from '../../model.ts';
import type { TransferKind } from '../../model-transfers.ts';
import type { ChangeKind, ChangeState, RuleState, RuleStatus, RuleText } from '../model/rule.ts';

/** Types of the rule data that pages show. */

/** The suggestions of a rule's form. */
export type RuleChoices = { readonly people: readonly Person[]; readonly categories: readonly string[] };

export type RuleRow = {
  readonly ruleId: string;
  readonly name: string;
  /** Sentence of the active or last active version, or of the newest when none was active. */
  readonly sentence: string;
  readonly subject: TransferKind;
  readonly state: RuleState;
  /** Time since which the rule is active. */
  readonly since: Instant | null;
  /** Active or last active version. Null when no version was ever active. */
  readonly inForce: number | null;
  readonly newest: number;
  /** Change that is pending approval. */
  readonly waits: { readonly kind: ChangeKind; readonly by: Person; readonly isOwn: boolean } | null;
  /** Cases of the last 30 days that name the rule, at most {@link mostCounted}. */
  readonly cases: number;
  readonly changedAt: Instant;
};

export type RuleList = {
  readonly businessId: string;
  readonly rows: readonly RuleRow[];
  readonly zone: string;
};

export type RuleVersion = RuleText & {
  readonly number: number;
  readonly sentence: string;
  readonly caveats: readonly string[];
  /** The sentences about its due time and its assignee. */
  readonly effects: readonly string[];
  readonly madeBy: Person;
  readonly madeAt: Instant;
};

export type RuleChange = {
  readonly changeId: string;
  readonly kind: ChangeKind;
  readonly number: number;
  readonly pastDays: number;
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
  readonly state: ChangeState;
  readonly answeredBy: Person | null;
  readonly answeredAt: Instant | null;
  readonly answer: string | null;
};

export type RuleHit = {
  readonly subjectId: string;
  readonly at: Instant;
  readonly reference: string | null;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly caseId: string | null;
};

/** Hits whose case has another reason. `rule` is set for a rule of the merchant. */
type BacktestOverlap = {
  readonly kind: FactKind;
  readonly rule: { readonly ruleId: string; readonly name: string } | null;
  readonly hits: number;
};

export type BacktestView = {
  readonly runId: string;
  readonly number: number;
  readonly subject: TransferKind;
  readonly state: 'running' | 'done' | 'full' | 'stopped';
  readonly from: Instant;
  readonly until: Instant;
  readonly startedBy: Person;
  readonly startedAt: Instant;
  /** Number of scanned deposits or withdrawals. `hits` would have had a case. */
  readonly looked: number;
  readonly hits: number;
  /** Hits that already have a case. */
  readonly existing: number;
  /** Scanned part of the period, in whole percent. */
  readonly percent: number;
  /** Weeks begin on Monday in the time zone of the business: `2026-11-16`. */
  readonly weeks: readonly { readonly week: string; readonly hits: number; readonly existing: number }[];
  /** Matches a day, and those without a case yet. Null when less than one day was scanned. */
  readonly daily: { readonly all: number; readonly withoutCase: number } | null;
  /** The other reasons and rules that the cases of the hits name, most frequent first. */
  readonly overlap: readonly BacktestOverlap[];
  readonly rows: readonly RuleHit[];
  readonly page: number;
  readonly pages: number;
};

export type RuleView = RuleStatus & {
  readonly businessId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly since: Instant | null;
  /** Newest first. */
  readonly versions: readonly RuleVersion[];
  readonly changes: readonly RuleChange[];
  /** Why the signed-in person can't approve the proposed change. */
  readonly blocks: readonly ApprovalBlock[];
  readonly backtest: BacktestView | null;
  /** Progress of applying the approved rule to past days. Null when that has ended. */
  readonly activation: { readonly percent: number; readonly days: number } | null;
  /** The newest cases that name the rule. */
  readonly cases: readonly {
    readonly caseId: string;
    readonly reference: string | null;
    readonly subject: TransferKind;
    readonly seenAt: Instant;
  }[];
  readonly events: readonly CaseEvent[];
  /** True when payments can be read. Otherwise settlement and EUR amounts and assessments never arrive. */
  readonly connected: boolean;
  readonly zone: string;
  readonly me: string;
  readonly now: Instant;
};
