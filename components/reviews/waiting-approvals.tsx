import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { WaitingApprovals as Waiting } from '#lib/reviews/queue/schema.ts';

/** Above the queue: proposals of colleagues that wait for this person's approval. */
export function WaitingApprovals({ base, waiting }: { base: string; waiting: Waiting }) {
  return (
    <Banner tone="waiting" title="Waiting for your approval">
      <ul className="flex flex-wrap gap-x-4">
        {waiting.settings && (
          <li>
            <TextLink href={`${base}/figures`}>Looser settings of the desk</TextLink>
          </li>
        )}
        {waiting.reopenings.map(({ caseId, number }) => (
          <li key={caseId}>
            <TextLink prefetch={false} href={`${base}/${caseId}`}>
              Reopen case {number}
            </TextLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
