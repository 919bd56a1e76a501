import { parseAmount } from '#lib/values/amount.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { FactStep } from './facts.ts';

/**
 * Compares a reported score with the desk's threshold. The service doesn't report the scale, so without a threshold no
 * score is a reason, and neither is one that is no number. A moved threshold ends nothing.
 */
export function compareScore(score: string | null, from: string | null): readonly FactStep[] {
  const value = score === null ? null : parseAmount(score.trim());
  const threshold = from === null ? null : parseAmount(from);
  if (score === null || value === null || threshold === null) return [];
  return compareAmounts(value, threshold) >= 0
    ? [{ begun: { kind: 'risk-score', detail: { score } } }]
    : [{ ended: { kind: 'risk-score', score } }];
}
