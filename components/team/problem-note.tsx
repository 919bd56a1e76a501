import type { ActionProblem } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';

/** Shows why the last attempt failed, or nothing. */
export function ProblemNote({ problem }: { problem: ActionProblem | null }) {
  if (problem === null) return null;
  return (
    <Banner tone="bad" title={problem.title}>
      <p>{problem.detail}</p>
    </Banner>
  );
}
