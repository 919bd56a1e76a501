import 'server-only';
import type * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';
import type { ApiProblem } from './schema.ts';

function describeIssue(issue: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({ parameter: name.slice(0, 100), detail: tApi('invalid.unknown') }));
  return [{ parameter: issue.path.join('.'), detail: tApi('invalid.value') }];
}

/** Names the parameters or fields that are wrong. */
export const describeIssues = (issues: readonly z.core.$ZodIssue[]): NonNullable<ApiProblem['errors']> =>
  issues.flatMap(describeIssue);
