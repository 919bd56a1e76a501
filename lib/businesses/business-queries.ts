import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { tBusinesses } from '#lib/messages/new-payment.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import {
  compareRecords,
  formatMaskedJson,
  listUnnamedFields,
  parseStoredObject,
  readRecord,
} from './business-record.ts';
import { listReadingTimes, readLatestReadings } from './reading-store.ts';
import type {
  AcceptedTerms,
  BusinessChange,
  BusinessLabel,
  BusinessMembership,
  BusinessView,
} from './schema.ts';

/** Most changes of the record that are shown. */
const maximumChanges = 50;

/** Returns the person's businesses, by name. */
export async function listBusinesses(context: Context<PersonActor>): Promise<readonly BusinessLabel[]> {
  const rows = await database().business.findMany({
    where: { id: { in: [...context.actor.roles.keys()] } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, timeZone: true },
  });
  return rows.map(({ id, name, timeZone }) => ({ businessId: toId<BusinessId>(id), name, timeZone }));
}

/** Returns the person's businesses by name, with their role at each. */
export async function listMemberships(context: Context<PersonActor>): Promise<readonly BusinessMembership[]> {
  const { roles } = context.actor;
  return (await listBusinesses(context)).flatMap((business) => {
    const role = roles.get(business.businessId);
    return role === undefined ? [] : [{ ...business, role }];
  });
}

/** Returns true if this installation has the business. For verbs, never for a page. */
export const hasBusiness = async (businessId: BusinessId): Promise<boolean> =>
  (await database().business.findUnique({ where: { id: businessId }, select: { id: true } })) !== null;

async function readLabel(businessId: BusinessId): Promise<BusinessLabel> {
  const row = await database().business.findUnique({
    where: { id: businessId },
    select: { name: true, timeZone: true },
  });
  if (row === null) throw new Problem('not-found', tBusinesses('unknownOrNoRole'));
  return { businessId, name: row.name, timeZone: row.timeZone };
}

/** Returns the IANA time zone of the business. */
export async function readTimeZone(context: Context<PersonActor>, business: string): Promise<string> {
  const { businessId } = requirePermission(context, business, 'account.use');
  return findTimeZone(businessId);
}

/** Returns the same. The caller has checked the permission. */
export const findTimeZone = async (businessId: BusinessId): Promise<string> =>
  (await readLabel(businessId)).timeZone;

/** Returns the record as last read, its age, and the error of the latest attempt. */
export async function readBusinessView(
  context: Context<PersonActor>,
  business: string,
): Promise<BusinessView> {
  const { businessId } = requirePermission(context, business, 'read', 'business:read');
  const [latest] = await readLatestReadings(businessId, 'business', 1);
  const label = await readLabel(businessId);
  const times = await listReadingTimes(businessId, 'business', latest);
  if (latest === undefined) return { ...label, ...times, record: null, flaws: [], unnamed: [], raw: null };
  const received = parseStoredObject(latest.body);
  const secrets = await listCallbackSecrets();
  const { record, flaws } = readRecord(received, secrets);
  return {
    ...label,
    ...times,
    record,
    flaws,
    unnamed: listUnnamedFields(received, secrets),
    raw: formatMaskedJson(received, secrets),
  };
}

/**
 * Returns the changed readings of the record, newest first. The last entry is the first reading, unless there are
 * more.
 */
export async function readBusinessHistory(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly BusinessChange[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const readings = await readLatestReadings(businessId, 'business', maximumChanges + 1);
  const secrets = await listCallbackSecrets();
  return readings.slice(0, maximumChanges).map((reading, index) => {
    const before = readings[index + 1];
    return {
      at: reading.firstStartedAt,
      changes: before
        ? compareRecords(parseStoredObject(before.body), parseStoredObject(reading.body), secrets)
        : [],
    };
  });
}

/** Returns the values that the record allows in a payment request. */
export const readAcceptedTerms = (context: Context<PersonActor>, business: string): Promise<AcceptedTerms> =>
  readAcceptedTermsInScope(requirePermission(context, business, 'read'));

/** Same for background work, within the scope of the person who started it. */
export async function readAcceptedTermsInScope({
  businessId,
}: Pick<Scope, 'businessId'>): Promise<AcceptedTerms> {
  const [latest] = await readLatestReadings(businessId, 'business', 1);
  const record = latest ? readRecord(parseStoredObject(latest.body), noSecrets).record : {};
  return {
    displayCurrencies: record.supportedDisplayCurrencies ?? null,
    depositCurrencies: record.supportedDepositCurrencies ?? null,
    networks: record.supportedDepositCurrenciesWithNetworks ?? null,
  };
}
