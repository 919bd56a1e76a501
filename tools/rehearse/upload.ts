import * as z from 'zod';
import { batchStates } from '#lib/payment-batches/schema.ts';
import { builtActions } from '../testing/built-actions.ts';
import type { PaymentFile } from './payment-file.ts';

/** A signed-in person at two web apps of one installation. */
type Seat = {
  readonly first: string;
  readonly second: string;
  readonly businessId: string;
  readonly cookie: string;
};

const startedAnswer = /"ok":true,"data":\{"batchId":"([0-9a-f-]{36})"/;

/** Sends a server action as a page of this web app does. Returns the text of a successful response. */
async function sendAction(address: string, cookie: string, name: string, input: object): Promise<string> {
  const action = builtActions().find((built) => built.name === name);
  if (action === undefined) throw new Error(`the build has no ${name}`);
  const response = await fetch(`${address}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      origin: address,
      'next-action': action.id,
      accept: 'text/x-component',
      'content-type': 'text/plain;charset=UTF-8',
    },
    body: JSON.stringify([input]),
  });
  const text = await response.text();
  if (!text.includes('"ok":true')) throw new Error(`${name} at ${address}: ${text.slice(-500)}`);
  return text;
}

async function getJson<T>(url: string, cookie: string, answer: z.ZodType<T>): Promise<T> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return answer.parse(await response.json());
}

const chunkList = z.object({ received: z.array(z.number()) });

const batchAnswer = z.object({
  state: z.enum(batchStates),
  revision: z.string().nullable(),
  rowsWithErrors: z.number(),
  counts: z.object({ queued: z.number(), done: z.number(), failed: z.number(), unknown: z.number() }),
});
type Batch = z.output<typeof batchAnswer>;

export const readBatchAt = (address: string, { businessId, cookie }: Seat, batchId: string): Promise<Batch> =>
  getJson(`${address}/api/businesses/${businessId}/batches/${batchId}`, cookie, batchAnswer);

/** The result of an upload to both web apps. */
type UploadOutcome = {
  readonly batchId: string;
  /** The chunks that the second web app listed before the file was complete. */
  readonly listed: readonly number[];
  /** The answers to the chunks, in order. The first chunk is sent twice. */
  readonly statuses: readonly number[];
  /** Rows with errors after the check. */
  readonly rowsWithErrors: number;
};

/**
 * Uploads a file in chunks that go to both web apps in turn, the first one to both. The second web app checks the rows,
 * and the first one confirms them.
 */
export async function uploadInTurns(seat: Seat, file: PaymentFile, name: string): Promise<UploadOutcome> {
  const { first, second, businessId, cookie } = seat;
  const started = await sendAction(first, cookie, 'startUploadAction', {
    businessId,
    fileName: `${name}.csv`,
    source: 'csv',
    size: file.bytes.byteLength,
  });
  const batchId = startedAnswer.exec(started)?.[1];
  if (batchId === undefined) throw new Error(`no upload: ${started.slice(-500)}`);
  const chunksPath = `/api/businesses/${businessId}/batches/${batchId}/chunks`;
  const sendChunk = async (address: string, number: number): Promise<number> => {
    const response = await fetch(`${address}${chunksPath}`, {
      method: 'POST',
      headers: { cookie, origin: address, 'x-chunk': String(number) },
      body: file.chunks[number] ?? null,
    });
    await response.body?.cancel();
    return response.status;
  };
  const statuses = [await sendChunk(first, 0), await sendChunk(second, 0)];
  for (let number = 1; number < file.chunks.length - 1; number += 1)
    statuses.push(await sendChunk(number % 2 === 0 ? first : second, number));
  const { received: listed } = await getJson(`${second}${chunksPath}`, cookie, chunkList);
  statuses.push(await sendChunk(second, file.chunks.length - 1));
  const batch = { businessId, batchId };
  await sendAction(second, cookie, 'checkRowsAction', {
    ...batch,
    encoding: null,
    separator: null,
    decimalSign: null,
    mapping: null,
    defaults: null,
  });
  const { revision, rowsWithErrors } = await readBatchAt(first, seat, batchId);
  await sendAction(first, cookie, 'confirmBatchAction', { ...batch, revision });
  return { batchId, listed, statuses, rowsWithErrors };
}
