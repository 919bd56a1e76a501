import type { Choice } from '#lib/lists/model/query.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';

/** The verdicts that the list shows. A repeated delivery is no verdict: it belongs to the same content. */
export const shownVerdicts = [
  'received',
  'applied',
  'new-version',
  'conflict',
  'orphan-adopted',
  'quarantined',
  'rejected',
  'stored',
  'expired',
] as const;
export type ShownVerdict = (typeof shownVerdicts)[number];

/** The stored columns from which a verdict is derived. */
export type StoredVerdict = {
  readonly verdict: string;
  readonly orphan: boolean;
  /** It has reasons: why it is quarantined, or what it contradicts. */
  readonly hasReasons: boolean;
};

/** Returns the verdict to show. A conflict takes precedence over a new version, and that over an adopted orphan. */
export function toShownVerdict({ verdict, orphan, hasReasons }: StoredVerdict): ShownVerdict {
  switch (verdict) {
    case 'applied':
    case 'new-version':
      if (hasReasons) return 'conflict';
      if (verdict === 'new-version') return 'new-version';
      return orphan ? 'orphan-adopted' : 'applied';
    case 'received':
    case 'rejected':
    case 'stored':
    case 'expired':
      return verdict;
    default:
      // An unknown stored value needs a person's review as well.
      return 'quarantined';
  }
}

/** The kinds of callbacks that have an address (§2.7). */
const shownKinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'] as const;

/** Returns true for a kind that has an address and a label. */
export const isShownKind = (kind: string): kind is (typeof shownKinds)[number] =>
  shownKinds.some((shown) => shown === kind);

/** Returns the label of a kind, or the kind itself if it has none. */
export const formatCallbackKind = (kind: string): string =>
  isShownKind(kind) ? tCallbacks(`kind.${kind}`) : kind;

/** Returns the label of a verdict, or the verdict itself if it has none. */
export const formatVerdict = (verdict: string): string =>
  verdictChoices.find(({ value }) => value === verdict)?.label ?? verdict;

export const verdictChoices: readonly Choice[] = shownVerdicts.map((value) => ({
  value,
  label: tCallbacks(`verdict.${value}`),
}));
export const kindChoices: readonly Choice[] = shownKinds.map((value) => ({
  value,
  label: tCallbacks(`kind.${value}`),
}));
