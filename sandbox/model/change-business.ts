import type { BusinessRecord } from '#lib/service/contract/business.ts';
import { brand } from '#lib/values/brand.ts';
import type { Store } from '../storage/store.ts';
import type { Business } from './businesses.ts';

/**
 * Changes fields of a business. `null` removes a field. The list of coins and the networks by coin are two forms of
 * one setting: changing the networks also changes the list of coins, unless both are in the patch.
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
