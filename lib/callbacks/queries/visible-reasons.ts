import 'server-only';
import * as z from 'zod';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

export const storedReasons = (column: unknown): readonly Flaw[] => flaws.parse(column);

/** The column `reasons` for everybody: what is wrong with a risk field quotes it, so of that only the path is told. */
export const visibleReasons = (column: unknown): readonly Flaw[] => storedReasons(column).map(visibleReason);

function visibleReason(flaw: Flaw): Flaw {
  if (!flaw.path.split('.').some(isRiskField)) return flaw;
  return { path: flaw.path, problem: 'can’t be believed; what it says is risk detail' };
}
