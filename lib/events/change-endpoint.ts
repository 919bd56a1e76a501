import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { findDayBounds } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { tEvents } from '#lib/messages/events.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { Settings } from './audit-note.ts';
import { toAudit, toNote } from './audit-note.ts';
import {
  hastenBatch,
  insertTestEvent,
  measureReplay,
  replayBatch,
  replayDelivery,
} from './delivery-store.ts';
import { listFormerKeys } from './former-keys.ts';
import type { EndpointFormat } from './model.ts';
import { isAboutCases, isChat, maximumEndpoints, maximumFormerKeys, overlapMs } from './model.ts';
import { requireEnabled, requireEndpoint, requireUrl } from './require-endpoint.ts';
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
import {
  createSecret,
  decryptSecret,
  encryptSecret,
  maskAddress,
  packAddress,
  packFormerKeys,
  writeSharedSecret,
} from './secrets.ts';
import type { StoredEndpoint } from './store.ts';
import { countEndpoints, insertEndpoint, deleteEndpoint as removeEndpoint, updateEndpoint } from './store.ts';

type Fields = Pick<z.output<typeof changeEndpointForm>, 'url' | 'channel' | 'types'>;

/** Returns the settings as they are stored and shown: of a chat channel not the whole address, and only of one its name. */
const toSettings = (format: EndpointFormat, { url, channel, types }: Fields): Settings => ({
  format,
  url: isChat(format) ? maskAddress(url) : url,
  channel: !isChat(format) || channel === '' ? null : channel,
  types: [...new Set(types)],
});

/**
 * Adds an endpoint and returns its secret for the only time.
 *
 * @throws Problem 'forbidden', 'reauthentication-required', 'invalid' for an address that isn't public, 'conflict' for too many
 */
export async function addEndpoint(
  context: Context<PersonActor>,
  { businessId: business, format, ...fields }: z.output<typeof addEndpointForm>,
): Promise<EndpointSecret> {
  const { businessId } = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const url = requireUrl(fields.url);
  const settings = toSettings(format, { ...fields, url });
  const endpointId = randomUUID();
  const keys = isChat(format) ? packAddress(url) : createSecret();
  await inTransaction(async (transaction) => {
    if ((await countEndpoints(transaction, { businessId, format })) >= maximumEndpoints)
      throw new Problem('conflict', tEvents('refused.tooMany', { count: String(maximumEndpoints) }));
    await insertEndpoint(transaction, {
      ...settings,
      endpointId,
      businessId,
      secret: encryptSecret(keys, endpointId),
      createdAt: context.clock.now(),
    });
    const after = toAudit(settings);
    await writeAudit(transaction, context, toNote('add', { businessId, endpointId, format }, { after }));
  });
  return { endpointId, secret: isChat(format) ? null : writeSharedSecret(keys) };
}

/** Returns what a change stores. Without a new address, a chat channel keeps the one that isn't shown. */
function changeSettings(
  { format, endpointId, ...before }: StoredEndpoint,
  fields: Fields,
): Settings & { readonly secret?: Uint8Array<ArrayBuffer> } {
  const isKept = isChat(format) && fields.url === '';
  if (isKept) return { ...toSettings(format, { ...fields, url: before.url }), url: before.url };
  const url = requireUrl(fields.url);
  return {
    ...toSettings(format, { ...fields, url }),
    ...(isChat(format) && { secret: encryptSecret(packAddress(url), endpointId) }),
  };
}

/** Makes everything that waits due now, in short transactions. What is left after an interruption is sent at its own time. */
async function hastenDeliveries(context: Context<PersonActor>, endpointId: string): Promise<void> {
  const now = context.clock.now();
  while (await inTransaction((transaction) => hastenBatch(transaction, endpointId, now)));
}

/** Changes the address and the types of an endpoint. What waits goes to the new address. */
export async function changeEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId, ...fields }: z.output<typeof changeEndpointForm>,
): Promise<ChangedEndpoint> {
  const scope = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const isMoved = await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, scope, endpointId);
    // Two people agreed to its address.
    if (isAboutCases(before.format)) throw new Problem('conflict', tEvents('refused.notChanged'));
    const { format, ...settings } = changeSettings(before, fields);
    // Failures of the former address say nothing of the new one.
    const hasMoved = before.url !== settings.url || settings.secret !== undefined;
    await updateEndpoint(transaction, endpointId, {
      ...settings,
      ...(hasMoved && { failingSince: null, warnedAt: null, pausedUntil: null }),
    });
    await writeAudit(
      transaction,
      context,
      toNote('change', before, {
        before: toAudit(before),
        after: { ...toAudit({ format, ...settings }), isMoved: hasMoved },
      }),
    );
    return hasMoved;
  });
  if (isMoved) await hastenDeliveries(context, endpointId);
  return { endpointId };
}

/** Replaces the secret of an endpoint. The former one signs, too, for a day, so that the receiver can change without a gap. */
export async function rotateEndpointSecret(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<EndpointSecret> {
  const scope = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const keys = createSecret();
  const now = context.clock.now();
  const until = addMilliseconds(now, overlapMs);
  await inTransaction(async (transaction) => {
    const endpoint = await requireEndpoint(transaction, scope, endpointId);
    const { secret, format, former } = endpoint;
    if (isChat(format)) throw new Problem('conflict', tEvents('refused.noSecret'));
    const present = decryptSecret(secret, endpointId);
    // An earlier rotation of the same day keeps its own time.
    const formerKeys = [
      ...(present === null ? [] : [{ keys: present, until }]),
      ...listFormerKeys({ endpointId, former }, now),
    ].slice(0, maximumFormerKeys);
    await updateEndpoint(transaction, endpointId, {
      secret: encryptSecret(keys, endpointId),
      former:
        formerKeys.length === 0
          ? null
          : { secret: encryptSecret(packFormerKeys(formerKeys), endpointId), until },
    });
    const after = { formerUntil: until };
    await writeAudit(transaction, context, toNote('rotate', endpoint, { after }));
  });
  return { endpointId, secret: writeSharedSecret(keys) };
}

/** Enables or disables an endpoint. What waited is sent once it is enabled; what happens in between is in the log, to be replayed. */
export async function enableEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId, isEnabled }: z.output<typeof enableEndpointForm>,
): Promise<ChangedEndpoint> {
  const scope = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  const now = context.clock.now();
  await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, scope, endpointId);
    if ((before.disabled === null) === isEnabled) return;
    await updateEndpoint(
      transaction,
      endpointId,
      isEnabled
        ? { disabled: null, failingSince: null, warnedAt: null, pausedUntil: null }
        : { disabled: { at: now, for: 'owner' } },
    );
    await writeAudit(
      transaction,
      context,
      toNote(isEnabled ? 'change' : 'disable', before, { after: { ...toAudit(before), isEnabled } }),
    );
  });
  if (isEnabled) await hastenDeliveries(context, endpointId);
  return { endpointId };
}

/** Deletes an endpoint with its log and what waits. */
export async function deleteEndpoint(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<ChangedEndpoint> {
  const scope = requirePermission(context, business, 'connection.manage');
  await requireFullAuthentication(context);
  await inTransaction(async (transaction) => {
    const before = await requireEndpoint(transaction, scope, endpointId);
    await removeEndpoint(transaction, endpointId);
    const note = toNote('delete', before, { before: toAudit(before), after: null });
    await writeAudit(transaction, context, note);
  });
  return { endpointId };
}

/** Queues an event without any fact, by which the owner tries the endpoint. */
export async function sendTestEvent(
  context: Context<PersonActor>,
  { businessId: business, endpointId }: z.output<typeof endpointForm>,
): Promise<ChangedEndpoint> {
  const scope = requirePermission(context, business, 'connection.manage');
  await inTransaction(async (transaction) => {
    const endpoint = await requireEnabled(transaction, scope, endpointId);
    const eventId = randomUUID();
    await insertTestEvent(transaction, { endpointId, eventId, at: context.clock.now() });
    const after = { eventId, isTest: true };
    await writeAudit(transaction, context, toNote('send', endpoint, { after }));
  });
  return { endpointId };
}

/** Sends an event of the log again, with its ID and its text. */
export async function replayEvent(
  context: Context<PersonActor>,
  { businessId: business, endpointId, eventId }: z.output<typeof replayEventForm>,
): Promise<ReplayedEvents> {
  const scope = requirePermission(context, business, 'connection.manage');
  return inTransaction(async (transaction) => {
    const endpoint = await requireEnabled(transaction, scope, endpointId);
    const isReplayed = await replayDelivery(transaction, { endpointId, eventId });
    if (!isReplayed) throw new Problem('conflict', tEvents('refused.notReplayed'));
    await writeAudit(transaction, context, toNote('send', endpoint, { after: { eventId } }));
    return { count: 1 };
  });
}

/**
 * Sends the events of a range of days again, oldest first and in short transactions, because they can be very many. An interruption
 * leaves the rest as it was.
 *
 * @throws Problem 'forbidden', 'conflict' for an endpoint that is deleted or disabled
 */
export async function replayEvents(
  context: Context<PersonActor>,
  { businessId: business, endpointId, from, to, which }: z.output<typeof replayEventsForm>,
): Promise<ReplayedEvents> {
  const scope = requirePermission(context, business, 'connection.manage');
  const bounds = await findDayBounds(scope.businessId, { from, to });
  const range = { endpointId, ...bounds, onlyFailed: which === 'failed' };
  const { count, last } = await inTransaction(async (transaction) => {
    const endpoint = await requireEnabled(transaction, scope, endpointId);
    const measured = await measureReplay(transaction, range);
    const after = { from, to, which, count: measured.count };
    await writeAudit(transaction, context, toNote('send', endpoint, { after }));
    return measured;
  });
  for (let after: bigint | null = last === null ? null : 0n; last !== null && after !== null; ) {
    const place = after;
    after = await inTransaction(async (transaction) => {
      await requireEnabled(transaction, scope, endpointId);
      return replayBatch(transaction, range, { after: place, last });
    });
  }
  return { count };
}
