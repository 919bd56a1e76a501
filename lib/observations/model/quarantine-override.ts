import * as z from 'zod';
import type { Flaw } from '#lib/service/contract/lenient.ts';

/** The schema of the column `accepted` and of a release request. */
export const quarantineOverrides = z.array(
  z.object({ path: z.string().max(500), how: z.enum(['as-it-came', 'left-out']) }),
);

/**
 * A flaw that a person accepts when releasing a callback. An unknown value is taken as received, an unreadable field
 * is left out. It is stored with the message, so a rebuild gives the same result.
 */
export type QuarantineOverride = { readonly path: string; readonly how: 'as-it-came' | 'left-out' };

/** The start of the reason for an unknown enumeration value. Stored reasons begin with it. */
export const unknownNamePrefix = 'is not a value that the interface names: ';

/** Without these fields the subject of a callback is unknown, so they can’t be accepted. */
const keys: ReadonlySet<string> = new Set(['paymentId', 'depositId', 'withdrawalId', 'businessId']);

const readFieldName = (path: string): string => path.split('.')[0] ?? '';

/**
 * Returns how a person can accept this reason, or null if that is impossible: the body is no JSON or names no record.
 */
export function toQuarantineOverride({ path, problem }: Flaw): QuarantineOverride | null {
  if (path === '' || keys.has(readFieldName(path))) return null;
  return { path, how: problem.startsWith(unknownNamePrefix) ? 'as-it-came' : 'left-out' };
}

/** Returns whether a person accepted this reason. */
export function isAccepted(reason: Flaw, accepted: readonly QuarantineOverride[]): boolean {
  const override = toQuarantineOverride(reason);
  return (
    override !== null && accepted.some(({ path, how }) => path === override.path && how === override.how)
  );
}

/** Returns the record without the fields that were accepted by leaving them out. */
export function dropLeftOutFields<Fields extends object>(
  record: Fields,
  reasons: readonly Flaw[],
): Partial<Fields> {
  const leftOutFields = new Set(
    reasons.flatMap((reason) =>
      toQuarantineOverride(reason)?.how === 'left-out' ? readFieldName(reason.path) : [],
    ),
  );
  if (leftOutFields.size === 0) return record;
  const remaining: Partial<Fields> = { ...record };
  for (const name of leftOutFields) Reflect.deleteProperty(remaining, name);
  return remaining;
}
