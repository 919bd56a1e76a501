import type { JournalProblem } from './targets.ts';

/** A problem with all entries that have it. Without an entry, it is one of the whole file. */
export type ProblemGroup = Pick<JournalProblem, 'problem' | 'value'> & {
  readonly entryIds: readonly string[];
};

/** Groups problems by what they say, so that an account that isn't set is named once. */
export function groupProblems(problems: readonly JournalProblem[]): readonly ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { readonly entryIds: string[] }>();
  for (const { problem, value, entryId } of problems) {
    const key = `${problem} ${value}`;
    const group = groups.get(key) ?? { problem, value, entryIds: [] };
    if (entryId !== null) group.entryIds.push(entryId);
    groups.set(key, group);
  }
  return [...groups.values()];
}
