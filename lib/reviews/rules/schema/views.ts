import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { SubjectKind } from '../../model.ts';
import type { CaseEvent, Person } from '../../schema/case.ts';
import type { ChangeKind, ChangeState, RuleState, RuleText, Standing } from '../model/rule.ts';

/** What pages are given of rules. */

export type RuleRow = {
  readonly ruleId: string;
  readonly name: string;
  /** What it does: of the version in force or last in force, else of the newest. */
  readonly says: string;
  readonly subject: SubjectKind;
  readonly state: RuleState;
  /** Since when it bites. */
  readonly since: Instant | null;
  /** Which version is in force or was last; null: none ever was. */
  readonly inForce: number | null;
  readonly newest: number;
  /** What waits for a second person. */
  readonly waits: { readonly kind: ChangeKind; readonly by: Person; readonly isOwn: boolean } | null;
  /** Cases that name it, of the last 30 days; at most {@link mostCounted}. */
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
  readonly says: string;
  readonly caveats: readonly string[];
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

export type RuleTry = {
  readonly runId: string;
  readonly number: number;
  readonly subject: SubjectKind;
  readonly state: 'running' | 'done' | 'full' | 'stopped';
  readonly from: Instant;
  readonly until: Instant;
  readonly startedBy: Person;
  readonly startedAt: Instant;
  /** Deposits or withdrawals that were looked at, and how many of them would have had a case. */
  readonly looked: number;
  readonly hits: number;
  /** Of those, which have one already. */
  readonly existing: number;
  /** How much of the time is walked, in whole per cent. */
  readonly percent: number;
  /** Weeks begin on Monday, in the business's time zone: `2026-11-16`. */
  readonly weeks: readonly { readonly week: string; readonly hits: number; readonly existing: number }[];
  readonly rows: readonly RuleHit[];
  readonly page: number;
  readonly pages: number;
};

export type RuleView = Standing & {
  readonly businessId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly since: Instant | null;
  /** Newest first. */
  readonly versions: readonly RuleVersion[];
  readonly changes: readonly RuleChange[];
  readonly tried: RuleTry | null;
  /** The look through the past that came with its approval, while it goes on. */
  readonly applying: { readonly percent: number; readonly days: number } | null;
  /** The newest cases that name it. */
  readonly cases: readonly {
    readonly caseId: string;
    readonly reference: string | null;
    readonly subject: SubjectKind;
    readonly seenAt: Instant;
  }[];
  readonly events: readonly CaseEvent[];
  /** Payments can be read, so amounts in settlement and EUR terms and assessments arrive at all. */
  readonly connected: boolean;
  readonly zone: string;
  readonly me: string;
  readonly now: Instant;
};
