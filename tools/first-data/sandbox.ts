import * as z from 'zod';
import { callbackAddress } from '#lib/callbacks/index.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { JsonObject } from '#lib/values/json.ts';
import { isJsonObject } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import type { NamedBusiness } from './set-up.ts';

/** The control panel of the sandbox, over HTTP like everybody else. */
const patienceMs = 10_000;

async function ask(path: string, more: RequestInit = {}): Promise<Uint8Array> {
  const url = `${env.SERVICE_BASE_URL}/sandbox/api/${path}`;
  const response = await fetch(url, { ...more, signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Amounts in it are what they were: its numbers never become doubles. */
export async function readLossless(path: string): Promise<JsonObject> {
  const { value } = parseJsonBytes(await ask(path));
  if (!isJsonObject(value)) throw new Error(`The sandbox answered no object to ${path}.`);
  return value;
}

const business = z.object({ id: z.string(), name: z.string() });

export async function readBusinesses(): Promise<NamedBusiness[]> {
  const text = new TextDecoder().decode(await ask('businesses'));
  return z.array(business).parse(JSON.parse(text));
}

/** Tells the sandbox where each business wants to hear of deposits and withdrawals. */
export async function pointCallbacksAtUs(businesses: readonly NamedBusiness[]): Promise<void> {
  await Promise.all(
    businesses.map(({ id }) => {
      const address = callbackAddress(toId<BusinessId>(id));
      return ask(`businesses/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          depositReceivedCallbackUrl: address.depositReceived,
          withdrawalCallbackUrl: address.withdrawal,
          depositExchangedCallbackUrl: address.depositExchanged,
        }),
      });
    }),
  );
}
