import * as z from 'zod';
import type { Flaw } from '#lib/service/contract/lenient.ts';

/** The column `accepted`, and what a release is given. */
export const acceptances = z.array(
  z.object({ path: z.string().max(500), how: z.enum(['as-it-came', 'left-out']) }),
);

/**
 * What a person may accept of a callback in quarantine. Its bytes stay as they are: an unknown name is taken as it came,
 * a field that can't be believed is left out and stays unknown. Kept with the message, so that a rebuild reads it alike.
 */
export type QuarantineOverride = { readonly path: string; readonly how: 'as-it-came' | 'left-out' };

/** How the reason against an unknown name of an enumeration begins. */
export const unknownName = 'is not a value that the interface names: ';

/** Without these nobody knows what a callback is about. */
const keys: ReadonlySet<string> = new Set(['paymentId', 'depositId', 'withdrawalId', 'businessId']);

const fieldOf = (path: string): string => path.split('.')[0] ?? '';

/** How this reason can be accepted. Null: not at all, as when the body is no JSON or names no deposit. */
export function acceptanceFor({ path, problem }: Flaw): QuarantineOverride | null {
  if (path === '' || keys.has(fieldOf(path))) return null;
  return { path, how: problem.startsWith(unknownName) ? 'as-it-came' : 'left-out' };
}

export function isAccepted(reason: Flaw, accepted: readonly QuarantineOverride[]): boolean {
  const wanted = acceptanceFor(reason);
  return wanted !== null && accepted.some(({ path, how }) => path === wanted.path && how === wanted.how);
}

/** The record without the fields of which something was accepted only by leaving them out. */
export function withoutLeftOut<Fields extends object>(
  record: Fields,
  reasons: readonly Flaw[],
): Partial<Fields> {
  const left = new Set(
    reasons.flatMap((reason) => (acceptanceFor(reason)?.how === 'left-out' ? fieldOf(reason.path) : [])),
  );
  if (left.size === 0) return record;
  const kept: Partial<Fields> = { ...record };
  for (const name of left) Reflect.deleteProperty(kept, name);
  return kept;
}
