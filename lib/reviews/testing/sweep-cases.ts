import { systemContext } from '#lib/database/testing/tenant.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import { openCases } from '../cases/open-cases.ts';

/** Opens the cases of records that a test wrote as rows, and of folded ones. */
export async function sweepCases(context = systemContext('reviews')): ReturnType<typeof openCases> {
  await followRecords();
  return openCases(context, AbortSignal.timeout(60_000));
}
