import { Time } from '#components/ui/time.tsx';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findSourceState } from './risk-source-state.ts';

/** Says how far risk data arrives, and what that means for the queue. */
export function RiskSourceNote({ source }: { source: RiskSource }) {
  const { failing, lastReadAt, assessed } = source;
  const read = () => lastReadAt !== null && <Time at={toUnixSeconds(lastReadAt)} />;
  switch (findSourceState(source)) {
    case 'none':
      return tReviewQueue('source.none');
    case 'failing':
      return tReviewQueue.rich(lastReadAt === null ? 'source.failingWithoutRead' : 'source.failing', {
        since: () => failing && <Time at={toUnixSeconds(failing.since)} />,
        read,
        error: failing?.error ?? '',
      });
    case 'never':
      return tReviewQueue('source.never');
    case 'works':
      return tReviewQueue.rich(assessed ? 'source.assessed' : 'source.notAssessed', { read });
  }
}
