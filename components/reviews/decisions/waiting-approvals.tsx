import { Banner } from '#components/ui/banner.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import type { WaitingApprovals as Waiting } from '#lib/reviews/queue/schema.ts';

/** Links to the proposals of colleagues that wait for this person's approval. */
export function WaitingApprovals({ base, waiting }: { base: string; waiting: Waiting }) {
  return (
    <Banner tone="waiting" title={tReviewQueue('approvals.title')}>
      <ul className="flex flex-wrap gap-x-4">
        {waiting.settings && (
          <li>
            <TextLink href={`${base}/figures`}>{tReviewQueue('approvals.settings')}</TextLink>
          </li>
        )}
        {waiting.reopenings.map(({ caseId, number }) => (
          <li key={caseId}>
            <TextLink prefetch={false} href={`${base}/${caseId}`}>
              {tReviewQueue('approvals.reopening', { number: String(number) })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
