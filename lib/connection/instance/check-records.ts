import 'server-only';
import { tInstanceChecks } from '#lib/messages/instance-checks.ts';
import { tDatabase } from '#lib/messages/start.ts';
import { findReadingState } from '#lib/observations/index.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

/** Checks whether this version's reading made the stored records. */
export async function checkRecords(): Promise<readonly CheckView[]> {
  const key = 'stored-records';
  const state = await findReadingState();
  return [
    state === 'current'
      ? toInstanceCheck(key, 'good', tInstanceChecks('records.good'))
      : toInstanceCheck(key, 'attention', tDatabase(`reading.${state}`)),
  ];
}
