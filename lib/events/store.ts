import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { ChosenType, DisabledReason, EndpointFormat } from './model.ts';
import { chosenTypes, disabledReasons, endpointFormats, isAboutCases } from './model.ts';

export type StoredEndpoint = {
  readonly endpointId: string;
  readonly businessId: BusinessId;
  readonly format: EndpointFormat;
  /** Of a chat channel only its host and last characters. */
  readonly url: string;
  readonly channel: string | null;
  readonly types: readonly ChosenType[];
  /** The keys, or the address of a chat channel, encrypted. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly former: { readonly secret: Uint8Array<ArrayBuffer>; readonly until: Instant } | null;
  readonly failingSince: Instant | null;
  readonly warnedAt: Instant | null;
  readonly pausedUntil: Instant | null;
  readonly disabled: { readonly at: Instant; readonly for: DisabledReason } | null;
};

type EndpointRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof database>['eventEndpoint']['findUnique']>>
>;

const toInstant = (at: Date | null): Instant | null => (at === null ? null : fromDate(at));

const toEndpoint = (row: EndpointRow): StoredEndpoint => ({
  endpointId: row.endpointId,
  businessId: toId<BusinessId>(row.businessId),
  format: endpointFormats.find((format) => format === row.format) ?? 'standard',
  url: row.url,
  channel: row.channel,
  types: chosenTypes.filter((type) => row.types.includes(type)),
  secret: Uint8Array.from(row.secret),
  former:
    row.formerSecret === null || row.formerUntil === null
      ? null
      : { secret: Uint8Array.from(row.formerSecret), until: fromDate(row.formerUntil) },
  failingSince: toInstant(row.failingSince),
  warnedAt: toInstant(row.warnedAt),
  pausedUntil: toInstant(row.pausedUntil),
  disabled:
    row.disabledAt === null
      ? null
      : {
          at: fromDate(row.disabledAt),
          for: disabledReasons.find((reason) => reason === row.disabledFor) ?? 'owner',
        },
});

/** Returns the endpoints of a business, oldest first. */
export async function findEndpoints(businessId: BusinessId): Promise<readonly StoredEndpoint[]> {
  const rows = await database().eventEndpoint.findMany({
    where: { businessId },
    orderBy: [{ createdAt: 'asc' }, { endpointId: 'asc' }],
  });
  return rows.map(toEndpoint);
}

/** Returns the endpoints of all businesses that are enabled and may have an event to send. */
export async function findDueEndpoints(now: Instant): Promise<readonly string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT e.endpoint_id::text AS id FROM event_endpoint e
     WHERE e.disabled_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= ${toDate(now)}) AND EXISTS (
       SELECT FROM event_delivery d
        WHERE d.endpoint_id = e.endpoint_id AND d.state = 'waiting' AND d.next_at <= ${toDate(now)})`;
  return rows.map(({ id }) => id);
}

/** Returns the name of a business. */
export async function findBusinessName(businessId: BusinessId): Promise<string> {
  const { name } = await database().business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true },
  });
  return name;
}

export async function findEndpoint(endpointId: string): Promise<StoredEndpoint | null> {
  const row = await database().eventEndpoint.findUnique({ where: { endpointId } });
  return row === null ? null : toEndpoint(row);
}

/** Locks an endpoint until the transaction ends. */
export async function lockEndpoint(
  transaction: Transaction,
  endpointId: string,
): Promise<StoredEndpoint | null> {
  await transaction.$queryRaw`
    SELECT FROM event_endpoint WHERE endpoint_id = ${endpointId}::uuid FOR NO KEY UPDATE`;
  const row = await transaction.eventEndpoint.findUnique({ where: { endpointId } });
  return row === null ? null : toEndpoint(row);
}

/** Makes the creations of endpoints of a business wait for each other. Returns the number of those that share a limit. */
export async function countEndpoints(
  transaction: Transaction,
  { businessId, format }: Pick<StoredEndpoint, 'businessId' | 'format'>,
): Promise<number> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('event endpoints ' || ${businessId}, 0))::text`;
  const counted = endpointFormats.filter((other) => isAboutCases(other) === isAboutCases(format));
  return transaction.eventEndpoint.count({ where: { businessId, format: { in: counted } } });
}

export async function insertEndpoint(
  transaction: Transaction,
  {
    types,
    createdAt,
    disabled = null,
    ...endpoint
  }: Pick<StoredEndpoint, 'endpointId' | 'businessId' | 'format' | 'url' | 'channel' | 'types' | 'secret'> &
    Partial<Pick<StoredEndpoint, 'disabled'>> & { readonly createdAt: Instant },
): Promise<void> {
  await transaction.eventEndpoint.create({
    data: {
      ...endpoint,
      types: [...types],
      createdAt: toDate(createdAt),
      ...(disabled !== null && { disabledAt: toDate(disabled.at), disabledFor: disabled.for }),
    },
  });
}

type EndpointChanges = Partial<Omit<StoredEndpoint, 'endpointId' | 'businessId' | 'format'>>;

export async function updateEndpoint(
  transaction: Transaction,
  endpointId: string,
  { types, former, failingSince, warnedAt, pausedUntil, disabled, ...changes }: EndpointChanges,
): Promise<void> {
  await transaction.eventEndpoint.update({
    where: { endpointId },
    data: {
      ...changes,
      ...(types !== undefined && { types: [...types] }),
      ...(former !== undefined && {
        formerSecret: former?.secret ?? null,
        formerUntil: former === null ? null : toDate(former.until),
      }),
      ...(failingSince !== undefined && {
        failingSince: failingSince === null ? null : toDate(failingSince),
      }),
      ...(warnedAt !== undefined && { warnedAt: warnedAt === null ? null : toDate(warnedAt) }),
      ...(pausedUntil !== undefined && { pausedUntil: pausedUntil === null ? null : toDate(pausedUntil) }),
      ...(disabled !== undefined && {
        disabledAt: disabled === null ? null : toDate(disabled.at),
        disabledFor: disabled?.for ?? null,
      }),
    },
  });
}

/** Deletes an endpoint with its log. */
export async function deleteEndpoint(transaction: Transaction, endpointId: string): Promise<void> {
  await transaction.eventEndpoint.delete({ where: { endpointId } });
  await transaction.eventDelivery.deleteMany({ where: { endpointId } });
}

/** Disables all endpoints and drops what waits, because the service it was taken from may have sent it. Returns the counts. */
export async function disableEveryEndpoint(transaction: Transaction, now: Instant): Promise<number> {
  const { count } = await transaction.eventEndpoint.updateMany({
    where: { disabledAt: null },
    data: { disabledAt: toDate(now), disabledFor: 'restore' satisfies DisabledReason },
  });
  await transaction.eventDelivery.updateMany({ where: { state: 'waiting' }, data: { state: 'dropped' } });
  return count;
}
