import type { DatabaseSync } from 'node:sqlite';
import { firstBusinesses } from '../model/businesses.ts';
import { businessStore } from './businesses.ts';
import { callbackStore } from './callbacks.ts';
import { openDatabase, transaction } from './database.ts';
import { eventStore } from './events.ts';
import { paymentStore } from './payments.ts';
import { settingStore } from './settings.ts';
import { withdrawalStore } from './withdrawals.ts';

/** All data of the sandbox. */
export type Store = ReturnType<typeof openStore>;

/** Opens the sandbox's data. The first time it adds the first businesses. */
export function openStore(file: string) {
  const database: DatabaseSync = openDatabase(file);
  const businesses = businessStore(database);
  if (businesses.all().length === 0) for (const one of firstBusinesses) businesses.save(one);
  return {
    businesses,
    payments: paymentStore(database),
    withdrawals: withdrawalStore(database),
    events: eventStore(database),
    callbacks: callbackStore(database),
    settings: settingStore(database),
    transaction: <T>(work: () => T): T => transaction(database, work),
    close: () => database.close(),
  };
}
