import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tExpectedWithdrawals } from '#lib/messages/withdrawals.ts';
import type { Instant } from '#lib/values/instant.ts';
import { largestFile, longestId, maximumIds, parseWithdrawalIds } from './model.ts';

export const expectWithdrawalsForm = z.object({
  businessId: businessIdInput,
  text: z
    .string()
    .max(largestFile, tExpectedWithdrawals('problem.tooMany', { count: maximumIds }))
    .transform(parseWithdrawalIds)
    .superRefine((ids, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      const long = ids.find(({ id }) => id.length > longestId);
      if (ids.length === 0) refuse(tExpectedWithdrawals('problem.empty'));
      else if (ids.length > maximumIds)
        refuse(tExpectedWithdrawals('problem.tooMany', { count: maximumIds }));
      else if (long !== undefined)
        refuse(tExpectedWithdrawals('problem.tooLong', { line: long.line, count: longestId }));
    }),
});

/** A reported withdrawal that is on no list, or repeats the ID of an earlier one. */
type UnexpectedWithdrawal = {
  readonly withdrawalId: string;
  readonly clientWithdrawalId: string | null;
  readonly status: string | null;
  /** An earlier withdrawal has the same client withdrawal ID. */
  readonly isRepeated: boolean;
  readonly firstReceivedAt: Instant;
};

export type ExpectedWithdrawalsView = {
  /** When the list began. Withdrawals that were reported before are not compared. Null: there is no list. */
  readonly since: Instant | null;
  readonly expected: number;
  /** IDs that no withdrawal has. */
  readonly waiting: number;
  readonly unexpected: number;
  /** The newest ones. */
  readonly rows: readonly UnexpectedWithdrawal[];
  readonly mayAdd: boolean;
};
