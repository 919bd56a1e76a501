import 'server-only';
import { createHash } from 'node:crypto';
import type { FoundToken } from '#lib/access/index.ts';
import { runInRequestSlot } from '#lib/access/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { describeIssues } from './describe-issues.ts';
import { ApiRefusal } from './problem.ts';
import { readJson } from './read-json.ts';
import type { ApiWrite } from './route.ts';
import type { WriteKey } from './write-store.ts';
import { findWrite, storeWrite } from './write-store.ts';

const keyShape = /^[\x21-\x7e]{1,255}$/;

function readKey(request: Request): string {
  const key = request.headers.get('idempotency-key') ?? '';
  if (!keyShape.test(key)) throw new ApiRefusal('idempotency-key-required');
  return key;
}

async function readBody(route: ApiWrite, request: Request): Promise<unknown> {
  const parsed = route.body.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw new ApiRefusal('invalid-request', { errors: describeIssues(parsed.error.issues) });
}

type WriteInput = {
  readonly context: Context<PersonActor>;
  readonly businessId: BusinessId;
  readonly id: string;
};

/** Does the write once. Returns the ID of what it made, and true if another request has made it. */
async function writeOnce(
  route: ApiWrite,
  input: WriteInput & { readonly body: unknown },
  key: WriteKey,
): Promise<{ readonly madeId: string; readonly isRepeat: boolean }> {
  const made = await findWrite(key);
  if (made === 'other') throw new ApiRefusal('idempotency-mismatch');
  if (made !== null) return { ...made, isRepeat: true };
  let madeId: string | null = null;
  const onMade: OnMade = async (transaction, id) => {
    madeId = null;
    await storeWrite(transaction, { ...key, madeId: id, at: input.context.clock.now() });
    madeId = id;
  };
  try {
    await route.write({ ...input, onMade });
  } catch (error) {
    // A request with the same key may have committed first. Its record can be what refuses this one.
    const first = await findWrite(key);
    if (first === 'other') throw new ApiRefusal('idempotency-mismatch');
    if (first === null) throw error;
    const isOwn = first.madeId === madeId;
    // Its record is stored and answers with its present state, as for a repeat.
    if (isOwn) input.context.log.warn({ error, route: route.path }, 'a write failed after it was stored');
    return { ...first, isRepeat: !isOwn };
  }
  if (madeId === null) throw new Error(`${route.path} has stored nothing under its key`);
  return { madeId, isRepeat: false };
}

/**
 * Answers a request that writes: 201 with what it made, or 200 with the present state of what an earlier request with the
 * same key made. Another request with that key is refused. A request that was refused has stored no key.
 */
export async function answerWrite(
  route: ApiWrite,
  request: Request,
  { token, ...input }: WriteInput & { readonly token: FoundToken },
): Promise<Response> {
  const key = readKey(request);
  const body = await readBody(route, request);
  const target = `${route.path} ${input.id}`;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest();
  const write: WriteKey = {
    familyId: token.familyId,
    key,
    businessId: input.businessId,
    route: target,
    bodyHash: new Uint8Array(bodyHash),
  };
  const read = async () => {
    const { madeId, isRepeat } = await writeOnce(route, { ...input, body }, write);
    return { data: await route.read({ ...input, madeId }), isRepeat };
  };
  const { data, isRepeat } = await runInRequestSlot(token.actor.personId, read, request.signal);
  return new Response(JSON.stringify(data), {
    status: isRepeat ? 200 : 201,
    headers: { 'content-type': 'application/json', ...(isRepeat && { 'idempotency-replayed': 'true' }) },
  });
}
