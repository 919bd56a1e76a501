import { randomUUID } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { observeCallbacks, prepareCallback } from '#lib/observations/index.ts';
import { findIntentMatches } from '#lib/payments/index.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { encodeBody } from './requests.ts';

/**
 * Does the work of pgbench, which the embedded PostgreSQL lacks, from its own process. It records the statements
 * that store batches of new callbacks, and runs them over plain connections as fast as the database can.
 */

const job = z.object({
  url: z.string(),
  businessId: z.string(),
  connections: z.number(),
  together: z.number(),
  seconds: z.number(),
  warmUpSeconds: z.number(),
});

type Statement = { readonly text: string; readonly values: unknown[] };

/** Reads return no rows, as they do for new callbacks in a new database. */
async function recordedBatch(business: string, together: number): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const recorder: PlainTransaction = {
    run: async (text, values) => {
      recorded.push({ text, values });
      return text.startsWith('SELECT EXISTS') ? [{ found: false }] : [];
    },
  };
  const prepared = Array.from({ length: together }, () =>
    prepareCallback({
      businessId: toId(business),
      kind: 'deposit-received',
      body: encodeBody(randomUUID()),
      headers: { 'user-agent': 'bench', 'content-type': 'application/json', 'content-length': '800' },
      proof: { keyName: 'abcdefabcdef', signature: null },
      receivedAt: instant(Date.now()),
    }),
  );
  await findIntentMatches(
    recorder,
    prepared.flatMap(({ parsed: read, observation: stored }) =>
      read.kind === 'deposit' && read.clientPaymentId !== null
        ? [{ ...stored, paymentId: read.paymentId, clientPaymentId: read.clientPaymentId }]
        : [],
    ),
  );
  await observeCallbacks(recorder, prepared);
  return recorded;
}

process.once('message', async (message) => {
  const { url, businessId, connections, together, seconds, warmUpSeconds } = job.parse(message);
  const batches: Statement[][] = [];
  const most = Math.ceil(((seconds + warmUpSeconds) * 6_000) / together);
  for (let made = 0; made < most; made += 1) batches.push(await recordedBatch(businessId, together));
  const begun = performance.now();
  const from = begun + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  let callbacks = 0;
  let ranOut = false;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      while (performance.now() < until) {
        const batch = batches.pop();
        ranOut ||= batch === undefined;
        if (batch === undefined) break;
        await client.query('BEGIN');
        for (const { text, values } of batch) await client.query(text, values);
        await client.query('COMMIT');
        const now = performance.now();
        if (now >= from && now < until) callbacks += together;
      }
      await client.end();
    }),
  );
  process.send?.({ perSecond: callbacks / seconds, ranOut }, () => process.disconnect());
});
