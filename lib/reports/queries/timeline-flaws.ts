import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskPath } from '#lib/service/contract/risk-fields.ts';

const flaws = z.array(z.object({ path: z.string(), problem: z.string() })).catch([]);

/** Problems of risk fields quote them, so they require the permission to read risk detail. */
export function parseFlaws(scope: Scope, column: unknown, secrets: Secrets): readonly Flaw[] {
  const all = flaws.parse(column);
  return maskFlaws(scope.may('risk.read') ? all : all.filter(({ path }) => !isRiskPath(path)), secrets);
}

/** Problems may quote one of our callback addresses, so secrets are masked. */
export const maskFlaws = (all: readonly Flaw[], secrets: Secrets): readonly Flaw[] =>
  all.map(({ path, problem }) => ({
    path: maskSecrets(path, secrets),
    problem: maskSecrets(problem, secrets),
  }));
