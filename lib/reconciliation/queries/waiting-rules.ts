import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { reconciliationSetting } from '../reconciliation-setting.ts';

const waitingRows = z.array(
  z.object({
    businessId: z.string().transform((id) => toId<BusinessId>(id)),
    currency: z.string(),
  }),
);
export type WaitingRules = z.infer<typeof waitingRows>[number];

/** Lists the currencies whose rules wait to be applied. */
export async function listWaitingRules(): Promise<readonly WaitingRules[]> {
  const { rows } = await databasePool().query(
    `SELECT s.business_id::text AS "businessId", run ->> 'currency' AS currency
       FROM setting s CROSS JOIN LATERAL jsonb_array_elements(s.value -> 'ruleRuns') AS run
      WHERE s.kind = $1 AND s.value IS NOT NULL AND run ->> 'state' = 'waiting'`,
    [reconciliationSetting.name],
  );
  return waitingRows.parse(rows);
}
