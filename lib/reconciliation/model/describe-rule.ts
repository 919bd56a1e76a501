import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { MatchRule } from './rules.ts';

/** Returns what a rule does, as a text for people. */
export const describeMatchRule = ({ kind, days, contains }: MatchRule): string =>
  tReconciliation(`rules.describe.${kind}`, { days: String(days), text: contains });
