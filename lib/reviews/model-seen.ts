import { Problem } from '#lib/values/errors.ts';

const word = (status: string | null): string => status ?? 'not told';

/** A deposit may leave review while somebody decides on it: throws Problem 'conflict' where the status is not the one seen. */
export function refuseUnseen(now: string | null, seen: string | null | undefined): void {
  if (seen === undefined || seen === now) return;
  throw new Problem(
    'conflict',
    `The service's status was ${word(seen)} when you looked and is ${word(now)} now. Look again, then decide.`,
  );
}
