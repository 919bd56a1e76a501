import 'server-only';
import * as z from 'zod';
import { isEffective } from '#lib/observations/index.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskPath, riskFieldNames } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

export const storedReasons = (column: unknown): readonly Flaw[] => flaws.parse(column);

/**
 * What stands in the column `reasons`: what is wrong with a risk field quotes it, so of that only the path is told, to
 * everybody. What a callback that was applied contradicts in a risk field is risk detail itself: whoever may not see
 * that is not told that there is such a contradiction, neither here nor by a filter ({@link doubted}).
 */
export function visibleReasons(
  { verdict, reasons }: { readonly verdict: string; readonly reasons: unknown },
  maySeeRisk: boolean,
): readonly Flaw[] {
  const stored = storedReasons(reasons);
  const told = maySeeRisk || !isEffective(verdict) ? stored : stored.filter(({ path }) => !isRiskPath(path));
  return told.map(visibleReason);
}

/** The condition that an applied callback `m` contradicts something of which the person is told. */
export const doubted = (maySeeRisk: boolean): string =>
  maySeeRisk
    ? `m.reasons <> '[]'::jsonb`
    : `(m.reasons <> '[]'::jsonb AND EXISTS (SELECT FROM jsonb_array_elements(m.reasons) AS reason
         WHERE reason->>'path' !~* '(^|[.])(${riskFieldNames.join('|')})([.]|$)'))`;

function visibleReason(flaw: Flaw): Flaw {
  if (!isRiskPath(flaw.path)) return flaw;
  return { path: flaw.path, problem: 'can’t be believed; what it says is risk detail' };
}
