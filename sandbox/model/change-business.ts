import type { BusinessRecord } from '#lib/service/contract/business.ts';
import { brand } from '#lib/values/brand.ts';
import type { Store } from '../storage/store.ts';
import type { Business } from './businesses.ts';

/**
 * Changes fields of a business. `null` takes a field away. The coins and their networks are two spellings of one
 * setting: changing the networks changes the list of coins with it, unless both are given.
 */
export function changeBusiness(store: Store, business: Business, patch: Partial<BusinessRecord>): Business {
  const merged: Record<string, unknown> = { ...business };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else if (value !== undefined) merged[field] = value;
  }
  const networks = patch.supportedDepositCurrenciesWithNetworks;
  if (networks && patch.supportedDepositCurrencies === undefined)
    merged['supportedDepositCurrencies'] = Object.entries(networks)
      .filter(([, list]) => list.length > 0)
      .map(([coin]) => coin);
  const changed = brand<Business>(merged);
  store.businesses.save(changed);
  return changed;
}
