import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/** What is wrong with a risk field quotes it: only for those who may see risk detail. */
export function flawsFor(scope: Scope, column: unknown): readonly Flaw[] {
  const all = flaws.parse(column);
  return scope.may('risk.read') ? all : all.filter((flaw) => !flaw.path.split('.').some(isRiskField));
}
