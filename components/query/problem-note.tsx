import { Banner } from '#components/ui/banner.tsx';
import type { ActionProblem } from './use-action-call.ts';

/** Shows why the last attempt failed, or nothing. */
export function ProblemNote({ problem }: { problem: Pick<ActionProblem, 'title' | 'detail'> | null }) {
  if (problem === null) return null;
  return (
    <Banner tone="bad" title={problem.title}>
      <p>{problem.detail}</p>
    </Banner>
  );
}
