import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { tCallbackDecisions } from '#lib/messages/callbacks.ts';
import { Problem } from '#lib/values/errors.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { callbackList } from '../schema/list.ts';
import { callbackDefinition } from './list.ts';

/** Selected callbacks of one reprocessing run. More can be chosen by kind, verdict and days. */
export const maximumSelectedForRun = 5_000;

export type SelectedMessage = {
  readonly messageId: MessageId;
  readonly verdict: string;
  readonly revision: number;
};

const row = z
  .object({ id: z.string(), verdict: z.string(), revision: z.number() })
  .transform(({ id, ...rest }): SelectedMessage => ({ ...rest, messageId: toId<MessageId>(id) }));

/**
 * Returns the callbacks that a list address finds, from its first page on. The caller has checked the permission.
 *
 * @throws Problem 'conflict' if there are more than `maximum`, or if part of the address is invalid: it would find other
 * callbacks.
 */
export async function listSelectedMessages(
  scope: Scope,
  address: string,
  maximum: number,
): Promise<readonly SelectedMessage[]> {
  const parameters = new URLSearchParams(address);
  const { query, ignored } = parseListQuery(callbackList, (name) => parameters.get(name));
  if (ignored.length > 0) throw new Problem('conflict', tCallbackDecisions('errors.address'));
  const { businessId } = scope;
  const all: SelectedMessage[] = [];
  const select = 'm.id::text, m.verdict, m.revision';
  const read = (raw: unknown) => row.parse(raw);
  for await (const rows of readAll(callbackDefinition(scope), { businessId, query, select, read })) {
    all.push(...rows);
    if (all.length > maximum)
      throw new Problem('conflict', tCallbackDecisions('errors.tooMany', { maximum }));
  }
  return all;
}
