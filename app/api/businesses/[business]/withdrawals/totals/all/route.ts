import { runRoute } from '#lib/access/index.ts';
import { jsonLines } from '#lib/platform/json-lines.ts';
import { listQueryOf } from '#lib/values/query-of-request.ts';
import { addUpWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';

export const maxDuration = 300;

/** JSON lines: how far the adding up is, and at its end the exact totals. */
export const GET = runRoute('read', async ({ context, scope, request }) =>
  jsonLines(
    addUpWithdrawals(context, scope.businessId, listQueryOf(withdrawalList, request, scope.may('risk.read'))),
  ),
);
