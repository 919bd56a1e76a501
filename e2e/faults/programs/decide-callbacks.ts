import * as z from 'zod';
import { listCallbacks, readCallbackPage } from '#lib/callbacks/index.ts';
import { rejectCallback } from '#lib/callbacks/quarantine/reject-callback.ts';
import { releaseCallback } from '#lib/callbacks/quarantine/release-callback.ts';
import { rejectForm, releaseForm } from '#lib/callbacks/schema/decisions.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { createContext } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/**
 * Decides on quarantined callbacks as an owner does, one for each message of its parent. It finds the callback in
 * the list, opens its page, and releases or rejects it. It reports the result. The harness kills it.
 */
const requestLine = z.object({
  number: z.number(),
  businessId: z.string(),
  sha256: z.string(),
  kind: z.string(),
  act: z.enum(['release', 'reject']),
});

async function decide({ businessId, sha256, kind, act }: z.output<typeof requestLine>): Promise<void> {
  const context = createContext({
    kind: 'person',
    personId: toId<PersonId>(process.env['FAULTS_PERSON_ID'] ?? ''),
    sessionId: toId<SessionId>('00000000-0000-4000-a000-000000000000'),
    email: 'faults@example.test',
    name: 'Faults',
    roles: new Map([[toId<BusinessId>(businessId), 'owner']]),
    hasSecondFactor: true,
  });
  const { rows } = await listCallbacks(context, businessId, { ...wholeList, q: sha256 });
  const messageId = rows.find((row) => row.kind === kind)?.messageId ?? '';
  const { row, reasons } = await readCallbackPage(context, businessId, messageId);
  const held = { businessId, messageId, revision: row.revision };
  if (act === 'reject') {
    await rejectCallback(context, rejectForm.parse({ ...held, note: 'This callback is not ours.' }));
    return;
  }
  const accepted = reasons.flatMap(({ path, acceptance: accepts }) =>
    accepts === null ? [] : [{ path, how: accepts }],
  );
  await releaseCallback(context, releaseForm.parse({ ...held, accepted, note: '' }));
}

/** Refused: the person sees the reason, and nothing has changed. */
const classifyFailure = (failure: unknown): 'refused' | 'unknown' =>
  failure instanceof Problem && (failure.code === 'conflict' || failure.code === 'not-found')
    ? 'refused'
    : 'unknown';

process.on('message', (message) => {
  const request = requestLine.parse(message);
  const reply = (outcome: 'done' | 'refused' | 'unknown') =>
    process.send?.({ number: request.number, outcome });
  decide(request).then(
    () => reply('done'),
    (failure) => reply(classifyFailure(failure)),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
