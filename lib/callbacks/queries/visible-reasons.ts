import 'server-only';
import * as z from 'zod';
import { isEffective } from '#lib/observations/index.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskPath, riskFieldNames } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

export const storedReasons = (column: unknown): readonly Flaw[] => flaws.parse(column);

/**
 * The reasons that a person may read. Without `risk.read` a reason about a risk field names neither the field nor its
 * problem, however many there are, and an unreadable body has no position. What an applied callback contradicts in a
 * risk field is risk detail itself: there is no sign of it, neither here nor in a filter ({@link conflictCondition}).
 */
export function visibleReasons(
  { verdict, reasons }: { readonly verdict: string; readonly reasons: unknown },
  maySeeRisk: boolean,
): readonly Flaw[] {
  const stored = storedReasons(reasons);
  if (maySeeRisk) return stored.map(withoutQuote);
  const open = stored.filter(({ path }) => !isRiskPath(path)).map(withoutPosition);
  return isEffective(verdict) || open.length === stored.length ? open : [...open, hiddenReason];
}

/** A problem of a risk field quotes its value. Lists of callbacks are no audited views of risk detail, so they leave it out. */
function withoutQuote(flaw: Flaw): Flaw {
  return isRiskPath(flaw.path) ? { ...flaw, problem: 'is not valid; its value is risk detail' } : flaw;
}

/** Stands for all reasons about risk detail. */
const hiddenReason: Flaw = { path: '', problem: 'Hidden: the reason is risk detail' };

/** Where reading ended says how long the hidden part is. */
function withoutPosition(flaw: Flaw): Flaw {
  return /^is not JSON\b/.test(flaw.problem) ? { path: '', problem: 'is not JSON' } : flaw;
}

/** The condition that an applied callback `m` contradicts something of which the person is told. */
export const conflictCondition = (maySeeRisk: boolean): string =>
  maySeeRisk
    ? `m.reasons <> '[]'::jsonb`
    : `(m.reasons <> '[]'::jsonb AND EXISTS (SELECT FROM jsonb_array_elements(m.reasons) AS reason
         WHERE reason->>'path' !~* '(^|[.])(${riskFieldNames.join('|')})([.]|$)'))`;
