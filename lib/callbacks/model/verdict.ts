import type { Choice } from '#lib/lists/model/query.ts';

/** What became of a callback, in the words of the log. A repeat of the same content is a matter of each delivery. */
export const shownVerdicts = [
  'applied',
  'new-version',
  'conflict',
  'orphan-adopted',
  'quarantined',
  'rejected',
  'stored',
] as const;
export type ShownVerdict = (typeof shownVerdicts)[number];

/** What the inbox holds of a message. */
export type StoredVerdict = {
  readonly verdict: string;
  readonly orphan: boolean;
  /** Whether it has reasons: why it waits, or what it contradicts. */
  readonly doubted: boolean;
};

/** A contradiction says more than that there are several versions, and that more than that it came first. */
export function shownVerdict({ verdict, orphan, doubted }: StoredVerdict): ShownVerdict {
  switch (verdict) {
    case 'applied':
    case 'new-version':
      if (doubted) return 'conflict';
      if (verdict === 'new-version') return 'new-version';
      return orphan ? 'orphan-adopted' : 'applied';
    case 'rejected':
    case 'stored':
      return verdict;
    default:
      // Whatever else should ever stand there, a person must look.
      return 'quarantined';
  }
}

export const verdictWords: Readonly<Record<ShownVerdict, string>> = {
  applied: 'Applied',
  'new-version': 'New version',
  conflict: 'Conflict',
  'orphan-adopted': 'Orphan adopted',
  quarantined: 'In quarantine',
  rejected: 'Rejected',
  stored: 'Stored',
};

/** The last part of a callback address, for people. */
const kindWords: Readonly<Record<string, string>> = {
  'deposit-received': 'Deposit received',
  withdrawal: 'Withdrawal',
  'deposit-exchanged': 'Deposit exchanged',
};

export const kindInWords = (kind: string): string => kindWords[kind] ?? kind;

export const verdictChoices: readonly Choice[] = shownVerdicts.map((value) => ({
  value,
  label: verdictWords[value],
}));
export const kindChoices: readonly Choice[] = Object.entries(kindWords).map(([value, label]) => ({
  value,
  label,
}));
