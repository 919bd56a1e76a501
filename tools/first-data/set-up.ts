import { createHash } from 'node:crypto';
import { hasAuditEntry, writeAudit } from '#lib/audit/index.ts';
import { ensureBusiness } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

export type NamedBusiness = { readonly id: string; readonly name: string };

export const createFirstDataContext = (): Context<SystemActor> =>
  createContext({ kind: 'system', name: 'first-data' });

/** Returns a key that changes whenever there is something new to set up. */
function buildContent(businesses: readonly NamedBusiness[], isDemo: boolean): string {
  const ids = businesses.map(({ id }) => id).sort();
  const content = JSON.stringify([3, ids, env.OWNER_EMAIL ?? null, env.OWNER_PASSWORD !== undefined, isDemo]);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

const note = { action: 'installation.set-up', objectType: 'first-data' } as const;

/** Returns true where an earlier run has completed with the same key. */
export const isLoaded = (businesses: readonly NamedBusiness[], isDemo: boolean): Promise<boolean> =>
  hasAuditEntry({ businessId: null, ...note, objectId: buildContent(businesses, isDemo) });

export async function markLoaded(
  context: Context<SystemActor>,
  businesses: readonly NamedBusiness[],
  isDemo: boolean,
): Promise<void> {
  const after = { businesses: businesses.map(({ id }) => id), demo: isDemo };
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: null,
      ...note,
      objectId: buildContent(businesses, isDemo),
      after,
    }),
  );
}

export async function setUpBusinesses(businesses: readonly NamedBusiness[]): Promise<BusinessId[]> {
  const named = businesses.map(({ id, name }) => ({ businessId: toId<BusinessId>(id), name }));
  await inTransaction(async (transaction) => {
    for (const business of named) await ensureBusiness(transaction, business);
  });
  return named.map(({ businessId }) => businessId);
}
