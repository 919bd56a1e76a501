import { inPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { refreshReadings } from '#lib/minimums/index.ts';
import type { AnswerObservation, PreparedCallback } from '#lib/observations/index.ts';
import {
  isCallbackKind,
  observeAnswer,
  observeCallback,
  observeCallbacks,
  observeNewAnswers,
  prepareCallback,
} from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import { readLossless } from './sandbox.ts';

/**
 * Imports the sandbox's history: its callbacks as sent, and each payment as a read would have found it after its
 * last change. All of it uses the same entry points as live data.
 */

/** Number of observations in one transaction. */
const together = 200;
const pageSize = 1_000;

export type LoadedHistory = { readonly payments: number; readonly callbacks: number };

async function* readPages(path: string, businessId: BusinessId, list: string): AsyncGenerator<JsonObject[]> {
  let after = '0';
  for (;;) {
    const page = await readLossless(`${path}?businessId=${businessId}&after=${after}&limit=${pageSize}`);
    const found = page[list];
    yield Array.isArray(found) ? found.filter(isJsonObject) : [];
    const { next } = page;
    if (!(next instanceof JsonNumber)) return;
    after = next.text;
  }
}

function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += together) yield items.slice(at, at + together);
}

const toBytes = (value: Json): Uint8Array => new TextEncoder().encode(writeJson(value));

const timeFields = /^(paymentInitiatedAt|paymentRequestedAt|depositReceivedAt|confirmedAt)$/;

/** Returns the latest time in the record, in seconds. */
function lastChange(value: Json): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(lastChange));
  if (!isJsonObject(value)) return 0;
  const moments = Object.entries(value).map(([name, part]) =>
    timeFields.test(name) && (part instanceof JsonNumber || typeof part === 'string')
      ? Number(part instanceof JsonNumber ? part.text : part)
      : lastChange(part),
  );
  return Math.max(0, ...moments.filter(Number.isSafeInteger));
}

/** Returns a minute after the last change, as the read schedule would have it, but never a future time. */
const readingTime = (record: JsonObject, now: Instant): Instant =>
  instant(Math.min(now, (lastChange(record) + 60) * 1_000));

async function loadPayments(context: Context<SystemActor>, businessId: BusinessId): Promise<number> {
  let count = 0;
  for await (const records of readPages('payments', businessId, 'payments')) {
    for (const batch of inBatches(records)) {
      const answers = batch.map((record): AnswerObservation => {
        const startedAt = readingTime(record, context.clock.now());
        return { businessId, source: 'read', startedAt, body: toBytes(record), quiet: true };
      });
      const left = await inPlainTransaction((statements) => observeNewAnswers(statements, answers));
      for (const answer of left) await inTransaction((transaction) => observeAnswer(transaction, answer));
    }
    count += records.length;
  }
  return count;
}

/** Returns null for an entry that is not one of the sandbox's callbacks. */
function sentTo(businessId: BusinessId, { kind, body, sentAt }: JsonObject): PreparedCallback | null {
  if (typeof body !== 'string' || !(sentAt instanceof JsonNumber)) return null;
  if (typeof kind !== 'string' || !isCallbackKind(kind)) return null;
  return prepareCallback({
    businessId,
    kind,
    body: new TextEncoder().encode(body),
    headers: {},
    // The sandbox reports it in seconds.
    receivedAt: instant(Number(sentAt.text) * 1_000),
    quiet: true,
  });
}

async function loadCallbacks(businessId: BusinessId): Promise<number> {
  let count = 0;
  for await (const callbacks of readPages('history/callbacks', businessId, 'callbacks')) {
    for (const batch of inBatches(callbacks.flatMap((one) => sentTo(businessId, one) ?? []))) {
      const observed = await inPlainTransaction((statements) => observeCallbacks(statements, batch));
      await inTransaction(async (transaction) => {
        for (const [index, { observation: stored }] of batch.entries())
          if (observed[index] === null) await observeCallback(transaction, stored);
      });
    }
    count += callbacks.length;
  }
  return count;
}

/**
 * Imports the history. A second import changes nothing, because the same bytes are the same observation. Businesses
 * are imported concurrently. Within one business the order is kept, so that no two transactions wait for each
 * other's records.
 */
export async function loadHistory(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
): Promise<LoadedHistory> {
  const landed = await Promise.all(
    businesses.map(async (businessId) => ({
      callbacks: await loadCallbacks(businessId),
      payments: await loadPayments(context, businessId),
    })),
  );
  await refreshReadings(context);
  return {
    payments: landed.reduce((sum, { payments }) => sum + payments, 0),
    callbacks: landed.reduce((sum, { callbacks }) => sum + callbacks, 0),
  };
}
