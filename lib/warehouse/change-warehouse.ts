import 'server-only';
import type * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { encryptSecret, isEndpointUrl } from '#lib/events/index.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { findNextRun } from '#lib/schedules/model/next-run.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ChangedWarehouse, setWarehouseForm, WarehouseSettings, warehouseForm } from './schema.ts';
import { toSecretSubject } from './secret-subject.ts';
import type { StoredWarehouse } from './store.ts';
import { deleteWarehouse, findWarehouse, saveWarehouse, storeNextRun } from './store.ts';

/** The settings for the audit log, which more people read. */
const toAudit = ({
  url,
  region,
  bucket,
  folder,
  accessId,
  hour,
  riskBy,
}: WarehouseSettings & Pick<StoredWarehouse, 'riskBy'>) => ({
  host: new URL(url).host,
  region,
  bucket,
  folder,
  accessId,
  hour,
  copiesRisk: riskBy !== null,
});

/**
 * Returns the person who chooses that risk detail is copied. One is enough, because an owner may export it anyway, and copying ends
 * with their right.
 *
 * @throws Problem 'forbidden' for a person who chooses to copy risk detail that they may not see
 */
function findRiskChooser({ may }: Scope, { actor }: Context<PersonActor>, choice: 'no' | 'yes') {
  if (choice === 'no') return null;
  if (may('risk.read')) return actor.personId;
  throw new Problem('forbidden', tWarehouse('refused.risk'), {
    fieldErrors: { risk: [tWarehouse('refused.risk')] },
  });
}

function requireUrl(text: string): string {
  const isBase = isEndpointUrl(text) && new URL(text).search === '';
  if (!isBase)
    throw new Problem('invalid', tWarehouse('refused.url'), {
      fieldErrors: { url: [tWarehouse('refused.url')] },
    });
  return new URL(text).href;
}

/**
 * Sets where the records of a business are copied. Without a secret the stored one is kept, but not for another target and not
 * to begin copying risk detail.
 *
 * @throws Problem 'forbidden', also for risk detail that the person may not see, 'reauthentication-required', 'invalid' for an address that isn't public or a missing secret
 */
export async function setWarehouse(
  context: Context<PersonActor>,
  { businessId: business, secret, risk, ...form }: z.output<typeof setWarehouseForm>,
): Promise<ChangedWarehouse> {
  const scope = requirePermission(context, business, 'connection.manage');
  const { businessId } = scope;
  const riskBy = findRiskChooser(scope, context, risk);
  await requireFullAuthentication(context);
  const folder = form.folder === '' || form.folder.endsWith('/') ? form.folder : `${form.folder}/`;
  const settings: WarehouseSettings = { ...form, folder, url: requireUrl(form.url) };
  const timeZone = await readTimeZone(context, businessId);
  await inTransaction(async (transaction) => {
    const before = await findWarehouse(businessId, transaction);
    // A stored secret writes only where, and only what, someone who knew it has chosen.
    const isKept =
      before !== null &&
      (['url', 'region', 'bucket', 'folder'] as const).every((part) => before[part] === settings[part]) &&
      (riskBy === null || before.riskBy !== null);
    if (secret === '' && !isKept)
      throw new Problem('invalid', tWarehouse('refused.secret'), {
        fieldErrors: { secret: [tWarehouse('refused.secret')] },
      });
    await saveWarehouse(transaction, {
      businessId,
      ...settings,
      riskBy,
      secret:
        secret === '' && before !== null
          ? before.secret
          : encryptSecret(Buffer.from(secret), toSecretSubject(businessId)),
      nextRunAt: findNextRun(
        { cadence: 'daily', day: null, hour: settings.hour },
        timeZone,
        context.clock.now(),
      ),
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'warehouse.set',
      objectType: 'warehouse',
      objectId: businessId,
      before: before === null ? null : toAudit(before),
      after: { ...toAudit({ ...settings, riskBy }), hasNewSecret: secret !== '' },
    });
  });
  return { isSet: true };
}

/** Copies the records as soon as a worker can. */
export async function copyNow(
  context: Context<PersonActor>,
  { businessId: business }: z.output<typeof warehouseForm>,
): Promise<ChangedWarehouse> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  await inTransaction(async (transaction) => {
    if ((await findWarehouse(businessId, transaction)) === null)
      throw new Problem('conflict', tWarehouse('refused.none'));
    await storeNextRun(transaction, businessId, context.clock.now());
    await writeAudit(transaction, context, {
      businessId,
      action: 'warehouse.copy-now',
      objectType: 'warehouse',
      objectId: businessId,
      after: {},
    });
  });
  return { isSet: true };
}

/** Ends the copies and forgets the key. Files in the storage stay. */
export async function removeWarehouse(
  context: Context<PersonActor>,
  { businessId: business }: z.output<typeof warehouseForm>,
): Promise<ChangedWarehouse> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  await inTransaction(async (transaction) => {
    const before = await findWarehouse(businessId, transaction);
    if (before === null) throw new Problem('conflict', tWarehouse('refused.none'));
    await deleteWarehouse(transaction, businessId);
    await writeAudit(transaction, context, {
      businessId,
      action: 'warehouse.remove',
      objectType: 'warehouse',
      objectId: businessId,
      before: toAudit(before),
      after: null,
    });
  });
  return { isSet: false };
}
