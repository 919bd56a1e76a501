import type { Amount, Total } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { CaseState, SubjectKind } from '../model.ts';
import type { Counterparty } from './model.ts';
import type { CounterpartyNote } from './schema-notes.ts';
import type { WatchEntry } from './watch/schema.ts';

export const counterpartyFlows = ['deposit', 'refund', 'withdrawal'] as const;
/** A deposit, its refund, or a withdrawal. */
type Flow = (typeof counterpartyFlows)[number];

/** A record of an address or entity. A refund has the ID of its deposit. */
export type CounterpartyRecord = {
  readonly kind: Flow;
  readonly id: string;
  readonly status: string | null;
  readonly at: Instant;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly case: { readonly caseId: string; readonly number: number; readonly state: CaseState } | null;
};

/** The records of one kind, service status and currency. `amount` is the sum of those that report one. */
export type CounterpartyTotal = {
  readonly kind: Flow;
  readonly status: string | null;
  readonly currency: string | null;
  readonly count: number;
  readonly amount: Total | null;
  readonly unreported: number;
};

type CounterpartyCase = {
  readonly caseId: string;
  readonly number: number;
  readonly state: CaseState;
  readonly subjectKind: SubjectKind;
  readonly openedAt: Instant;
};

/** The page of an address or entity. */
export type CounterpartyView = {
  readonly businessId: string;
  readonly counterparty: Counterparty;
  /** The first and last time of a deposit or withdrawal in its list. Null without any. */
  readonly firstSeen: Instant | null;
  readonly lastSeen: Instant | null;
  readonly totals: readonly CounterpartyTotal[];
  readonly records: readonly CounterpartyRecord[];
  /** The page of the records, from 1, and whether there is a next one. */
  readonly page: number;
  readonly hasNext: boolean;
  /** Newest first. */
  readonly cases: readonly CounterpartyCase[];
  /** True if there are more records than {@link readRecords}. Totals, records and cases then cover the newest. */
  readonly isBounded: boolean;
  readonly readRecords: number;
  /** Tags of withdrawals to an address, for the page of the address without a tag. */
  readonly tags: readonly string[];
  readonly watch: WatchEntry | null;
  /** The newest notes. */
  readonly notes: readonly CounterpartyNote[];
  /** Names the drafts of this page. */
  readonly draftSubject: string;
  readonly now: Instant;
};

/** An address or entity that the search found. */
export type CounterpartyHit = {
  readonly counterparty: Counterparty;
  readonly isWatched: boolean;
};
