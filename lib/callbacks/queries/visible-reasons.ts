import 'server-only';
import * as z from 'zod';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { isEffective } from '#lib/observations/index.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskPath, riskFieldNames } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/** Reads the column `reasons`. */
export const parseStoredReasons = (column: unknown): readonly Flaw[] => flaws.parse(column);

/**
 * Returns the reasons that a person may read. Without `risk.read`, one general reason replaces all about risk fields, and
 * an unreadable body has no position. A conflict of an applied callback in a risk field is risk detail itself: neither
 * this list nor the filter ({@link conflictCondition}) shows a sign of it.
 */
export function listVisibleReasons(
  { verdict, reasons }: { readonly verdict: string; readonly reasons: unknown },
  maySeeRisk: boolean,
): readonly Flaw[] {
  const stored = parseStoredReasons(reasons);
  if (maySeeRisk) return stored.map(hideValue);
  const open = stored.filter(({ path }) => !isRiskPath(path)).map(hidePosition);
  return isEffective(verdict) || open.length === stored.length ? open : [...open, hiddenReason];
}

/** Removes the value that the problem of a risk field quotes, because lists are no audited views of risk detail. */
function hideValue(flaw: Flaw): Flaw {
  return isRiskPath(flaw.path) ? { ...flaw, problem: tCallbackDecisions('risk.hiddenValue') } : flaw;
}

/** Replaces all reasons about risk detail. */
const hiddenReason: Flaw = { path: '', problem: tCallbackDecisions('risk.hiddenReason') };

/** Removes the position of a syntax error, which reveals the length of the hidden content. */
function hidePosition(flaw: Flaw): Flaw {
  return /^is not JSON\b/.test(flaw.problem) ? { path: '', problem: 'is not JSON' } : flaw;
}

/** Returns the SQL condition that an applied callback `m` has a conflict that the person may see. */
export const conflictCondition = (maySeeRisk: boolean): string =>
  maySeeRisk
    ? `m.reasons <> '[]'::jsonb`
    : `(m.reasons <> '[]'::jsonb AND EXISTS (SELECT FROM jsonb_array_elements(m.reasons) AS reason
         WHERE reason->>'path' !~* '(^|[.])(${riskFieldNames.join('|')})([.]|$)'))`;
