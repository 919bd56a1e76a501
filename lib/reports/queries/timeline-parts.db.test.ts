import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { listPaymentTimeline } from './timeline.ts';

afterAll(closeDatabase);

const start = '2026-11-01T00:00:00Z';

/** Stores observations at these microseconds, several kinds at the same one. */
async function observedAt(
  businessId: string,
  paymentId: string,
  { callbacks, answers }: { callbacks: readonly number[]; answers: readonly number[] },
) {
  const parameters = (micros: readonly number[]) => [businessId, paymentId, micros, start];
  const times = `unnest($3::bigint[]) WITH ORDINALITY AS t (micros, n),
    LATERAL (SELECT $4::timestamptz + t.micros * interval '1 microsecond' AS at) AS m`;
  await databasePool().query(
    `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict, payment_id)
     SELECT $1::uuid, 'deposit-received', sha256(($2::text || t.n)::bytea), '{}', m.at, m.at, 'applied', $2::text::uuid FROM ${times}`,
    parameters(callbacks),
  );
  await databasePool().query(
    `INSERT INTO service_answer (business_id, payment_id, source, first_started_at, last_started_at, sha256, body)
     SELECT $1::uuid, $2::text::uuid, 'read', m.at, m.at, sha256(($2::text || t.n)::bytea), convert_to('{"n":' || t.n || '}', 'UTF8')
       FROM ${times}`,
    parameters(answers),
  );
}

test('the parts of a timeline have every entry once, newest first', async () => {
  const { businessId, as } = await createTenant();
  const moments = fc.array(fc.integer({ min: 0, max: 2_500 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(moments, moments, fc.integer({ min: 1, max: 7 }), async (callbacks, answers, size) => {
      const paymentId = await insertPayment(businessId);
      await observedAt(businessId, paymentId, { callbacks, answers });
      const part = (after: string | null, most: number) =>
        listPaymentTimeline(as.viewer, businessId, paymentId, { after, size: most });
      const whole = await part(null, 100);
      expect(whole.after).toBeNull();
      expect(whole.entries).toHaveLength(callbacks.length + answers.length);
      const walked = [];
      let after: string | null = null;
      do {
        const { entries, after: next } = await part(after, size);
        expect(entries.length).toBeLessThanOrEqual(size);
        walked.push(...entries);
        after = next;
      } while (after !== null);
      expect(walked).toEqual(whole.entries);
      expect(walked.map(({ at }) => at)).toEqual(
        walked.map(({ at }) => at).toSorted((one, two) => two - one),
      );
    }),
    { numRuns: propertyRuns(12) },
  );
});
