import type { DatabaseSync } from 'node:sqlite';
import { initialBusinesses } from '../model/businesses.ts';
import { createBusinessStore } from './businesses.ts';
import { createCallbackStore } from './callbacks.ts';
import { openDatabase, runInTransaction } from './database.ts';
import { createEventStore } from './events.ts';
import { createPaymentStore } from './payments.ts';
import { createSettingStore } from './settings.ts';
import { createWithdrawalStore } from './withdrawals.ts';

/** All data of the sandbox. */
export type Store = ReturnType<typeof openStore>;

/** Opens the sandbox's data. The first time it adds the first businesses. */
export function openStore(file: string) {
  const database: DatabaseSync = openDatabase(file);
  const businesses = createBusinessStore(database);
  if (businesses.all().length === 0) for (const one of initialBusinesses) businesses.save(one);
  return {
    businesses,
    payments: createPaymentStore(database),
    withdrawals: createWithdrawalStore(database),
    events: createEventStore(database),
    callbacks: createCallbackStore(database),
    settings: createSettingStore(database),
    transaction: <T>(work: () => T): T => runInTransaction(database, work),
    close: () => database.close(),
  };
}
