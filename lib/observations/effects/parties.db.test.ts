import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { foldEvent, foldedEvents } from '../testing/folded-events.ts';
import { allSubjectsSql, partiesSql } from './parties.ts';

afterAll(closeDatabase);

const selectParties = `
  SELECT to_jsonb(held)::text AS row FROM review_entity held WHERE business_id = $1::uuid ORDER BY 1`;
const selectExpected = `
  SELECT to_jsonb(read)::text AS row FROM (${partiesSql(allSubjectsSql)}) AS read ORDER BY 1`;

test('parties follow the risk detail and the time of their record, in any order', async () => {
  const businessId = await createBusiness();
  await fc.assert(
    fc.asyncProperty(foldedEvents, async (all) => {
      await inTransaction(async (transaction) => {
        await transaction.$executeRaw`SAVEPOINT before_it`;
        for (const one of all) {
          await foldEvent(transaction, businessId, one);
          const held: unknown = await transaction.$queryRawUnsafe(selectParties, businessId);
          expect(held).toEqual(await transaction.$queryRawUnsafe(selectExpected, businessId));
        }
        await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
      });
    }),
    { numRuns: propertyRuns(20) },
  );
});
