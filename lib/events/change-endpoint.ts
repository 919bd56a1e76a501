import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { AuditNote } from '#lib/audit/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { hastenDeliveries, insertTestEvent, replayDeliveries, replayDelivery } from './delivery-store.ts';
import { maximumEndpoints, overlapMs } from './model.ts';
import type {
  addEndpointForm,
  ChangedEndpoint,
  changeEndpointForm,
  EndpointSecret,
  enableEndpointForm,
  endpointForm,
  ReplayedEvents,
  replayEventForm,
  replayEventsForm,
} from './schema.ts';
import { createSecret, encryptSecret, writeSharedSecret } from './secrets.ts';
import type { StoredEndpoint } from './store.ts';
import {
  countEndpoints,
  insertEndpoint,
  lockEndpoint,
  deleteEndpoint as removeEndpoint,
  updateEndpoint,
} from './store.ts';
import { isEndpointUrl } from './target-address.ts';

type Action = 'add' | 'change' | 'rotate' | 'disable' | 'delete' | 'send';
type Settings = Pick<StoredEndpoint, 'url' | 'types'>;

/** The settings for the audit log, which more people read. The path of an address may be a key of its receiver. */
const toAudit = ({ url, types }: Settings) => ({ host: new URL(url).host, types });

type Entry = {
  readonly action: Action;
  readonly businessId: BusinessId;
  readonly endpointId: string;
  readonly before?: unknown;
  readonly after: unknown;
};

/** Describes a change for the audit log. */
const toNote = ({ action, endpointId, ...details }: Entry): AuditNote => ({
  ...details,
  ...{ action: `event-endpoint.${action}`, objectType: 'event-endpoint', objectId: endpointId },
});

function requireUrl(url: string): string {
  if (!isEndpointUrl(url))
    throw new Problem('invalid', tEvents('refused.url'), { fieldErrors: { url: [tEvents('refused.url')] } });
  return new URL(url).href;
}

async function requireEndpoint(
  transaction: Transaction,
  businessId: BusinessId,
  endpointId: string,
): Promise<StoredEndpoint> {
  const endpoint = await lockEndpoint(transaction, endpointId);
  if (endpoint === null || endpoint.businessId !== businessId)
    throw new Problem('conflict', tEvents('refused.unknown'));
  return endpoint;
}

/**
 * Adds an endpoint and returns its secret for the only time.
 *
 * @throws Problem 'forbidden', 'reauthentication-required', 'invalid' for an address that isn't public, 'conflict' for too many
 */
export async function addEndpoint(
  context: Context<PersonActor>,
  { businessId: business, url, types }: z.output<typeof addEndpointForm>,
): Promise<EndpointSecret> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const settings: Settings = { url: requireUrl(url), types: [...new Set(types)] };
  const endpointId = randomUUID();
  const keys = createSecret();
  await inTransaction(async (transaction) => {
    if ((await countEndpoints(transaction, businessId)) >= maximumEndpoints)
      throw new Problem('conflict', tEvents('refused.tooMany', { count: String(maximumEndpoints) }));
    await insertEndpoint(transaction, {
      ...{ ...settings, endpointId, businessId, secret: encryptSecret(keys, endpointId) },
      createdAt: context.clock.now(),
    });
    const after = toAudit(settings);
    await writeAudit(transaction, context, toNote({ action: 'add', businessId, endpointId, after }));
  });
  return { endpointId, secret: writeSharedSecret(keys) };
}

/** Changes the address and the types of an endpoint. What waits goes to the new address. */
export async function changeEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId, url, types }: z.output<typeof changeEndpointForm>,
): Promise<ChangedEndpoint> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const settings: Settings = { url: requireUrl(url), types: [...new Set(types)] };
  await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, businessId, endpointId);
    // Failures of the former address say nothing of the new one.
    const isMoved = before.url !== settings.url;
    const now = context.clock.now();
    await updateEndpoint(transaction, endpointId, {
      ...settings,
      ...(isMoved && { failingSince: null, warnedAt: null }),
    });
    if (isMoved) await hastenDeliveries(transaction, endpointId, now);
    await writeAudit(
      transaction,
      context,
      toNote({
        ...{ action: 'change', businessId, endpointId, before: toAudit(before), after: toAudit(settings) },
      }),
    );
  });
  return { endpointId };
}

/** Replaces the secret of an endpoint. The former one signs, too, for a day, so that the receiver can change without a gap. */
export async function rotateEndpointSecret(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<EndpointSecret> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const keys = createSecret();
  const until = addMilliseconds(context.clock.now(), overlapMs);
  await inTransaction(async (transaction) => {
    const { secret } = await requireEndpoint(transaction, businessId, endpointId);
    await updateEndpoint(transaction, endpointId, {
      secret: encryptSecret(keys, endpointId),
      former: { secret, until },
    });
    const after = { formerUntil: until };
    await writeAudit(transaction, context, toNote({ action: 'rotate', businessId, endpointId, after }));
  });
  return { endpointId, secret: writeSharedSecret(keys) };
}

/** Enables or disables an endpoint. What waited is sent once it is enabled; what happens in between is in the log, to be replayed. */
export async function enableEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId, isEnabled }: z.output<typeof enableEndpointForm>,
): Promise<ChangedEndpoint> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const now = context.clock.now();
  await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, businessId, endpointId);
    if ((before.disabled === null) === isEnabled) return;
    await updateEndpoint(
      transaction,
      endpointId,
      isEnabled
        ? { disabled: null, failingSince: null, warnedAt: null }
        : { disabled: { at: now, for: 'owner' } },
    );
    if (isEnabled) await hastenDeliveries(transaction, endpointId, now);
    await writeAudit(
      transaction,
      context,
      toNote({
        ...{
          action: isEnabled ? 'change' : 'disable',
          businessId,
          endpointId,
          after: { ...toAudit(before), isEnabled },
        },
      }),
    );
  });
  return { endpointId };
}

/** Deletes an endpoint with its log and what waits. */
export async function deleteEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<ChangedEndpoint> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, businessId, endpointId);
    await removeEndpoint(transaction, endpointId);
    await writeAudit(
      transaction,
      context,
      toNote({
        ...{ action: 'delete', businessId, endpointId, before: toAudit(before), after: null },
      }),
    );
  });
  return { endpointId };
}

/** Queues an event without any fact, by which the owner tries the endpoint. */
export async function sendTestEvent(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<ChangedEndpoint> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await inTransaction(async (transaction) => {
    await requireEnabled(transaction, businessId, endpointId);
    const eventId = randomUUID();
    await insertTestEvent(transaction, { endpointId, eventId, at: context.clock.now() });
    await writeAudit(
      transaction,
      context,
      toNote({
        action: 'send',
        businessId,
        endpointId,
        after: { eventId, isTest: true },
      }),
    );
  });
  return { endpointId };
}

async function requireEnabled(transaction: Transaction, businessId: BusinessId, endpointId: string) {
  const { disabled } = await requireEndpoint(transaction, businessId, endpointId);
  if (disabled !== null) throw new Problem('conflict', tEvents('refused.disabled'));
}

/** Sends an event of the log again, with its ID and its text. */
export async function replayEvent(
  context: Context<PersonActor>,
  { businessId: business, endpointId, eventId }: z.output<typeof replayEventForm>,
): Promise<ReplayedEvents> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  return inTransaction(async (transaction) => {
    await requireEnabled(transaction, businessId, endpointId);
    const isReplayed = await replayDelivery(transaction, { endpointId, eventId }, context.clock.now());
    if (!isReplayed) throw new Problem('conflict', tEvents('refused.notReplayed'));
    await writeAudit(
      transaction,
      context,
      toNote({
        action: 'send',
        businessId,
        endpointId,
        after: { eventId },
      }),
    );
    return { count: 1 };
  });
}

/** Sends the events of the last days again. */
export async function replayEvents(
  context: Context<PersonActor>,
  { businessId: business, endpointId, days, which }: z.output<typeof replayEventsForm>,
): Promise<ReplayedEvents> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  const now = context.clock.now();
  const since = addMilliseconds(now, -days * 24 * 3_600_000);
  return inTransaction(async (transaction) => {
    await requireEnabled(transaction, businessId, endpointId);
    const onlyFailed = which === 'failed';
    const count = await replayDeliveries(transaction, { endpointId, since, onlyFailed }, now);
    await writeAudit(
      transaction,
      context,
      toNote({
        ...{ action: 'send', businessId, endpointId, after: { since, which, count } },
      }),
    );
    return { count };
  });
}
