import { randomUUID } from 'node:crypto';
import { closeDatabase } from '#lib/database/close-database.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createSecret, encryptSecret, insertEndpoint } from '#lib/events/index.ts';
import { eventTypes } from '#lib/events/model.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** Adds an endpoint for each address, and prints its ID: `add-endpoints.ts BUSINESS URL…`. */
const [business = '', ...urls] = process.argv.slice(2);
const businessId = toId<BusinessId>(business);
for (const url of urls) {
  const endpointId = randomUUID();
  await inTransaction((transaction) =>
    insertEndpoint(transaction, {
      ...{ endpointId, businessId, url, format: 'standard', channel: null, types: eventTypes },
      ...{ secret: encryptSecret(createSecret(), endpointId), createdAt: systemClock.now() },
    }),
  );
  console.log(endpointId);
}
await closeDatabase();
