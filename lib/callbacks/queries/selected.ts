import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-page.ts';
import { Problem } from '#lib/values/errors.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { callbackList } from '../schema/list.ts';
import { callbackDefinition } from './list.ts';

/** So many can be reprocessed as picked; more by kind, verdict and days. */
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
 * The callbacks that the list's address finds, without its place. The caller has checked the permission. Throws Problem
 * 'conflict' where there are more than `most`, and where part of the address can't be understood: it would find others.
 */
export async function listSelectedMessages(
  scope: Scope,
  address: string,
  most: number,
): Promise<readonly SelectedMessage[]> {
  const parameters = new URLSearchParams(address);
  const { query, ignored } = readListQuery(callbackList, (name) => parameters.get(name));
  if (ignored.length > 0)
    throw new Problem('conflict', 'Part of the list’s address can’t be understood. Pick them again.');
  const { businessId } = scope;
  const all: SelectedMessage[] = [];
  const select = 'm.id::text, m.verdict, m.revision';
  const read = (given: unknown) => row.parse(given);
  for await (const rows of readAll(callbackDefinition(scope), { businessId, query, select, read })) {
    all.push(...rows);
    if (all.length > most)
      throw new Problem(
        'conflict',
        `More than ${most} are picked. Narrow the list by filters, or reprocess by kind, verdict and days.`,
      );
  }
  return all;
}
