import { Banner } from '#components/ui/banner.tsx';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import { RiskSourceNote } from './risk-source.tsx';
import { findSourceState } from './risk-source-state.ts';

/** Warns above a queue with cases that no new risk data arrives. */
export function RiskSourceBanner({ source }: { source: RiskSource }) {
  const state = findSourceState(source);
  return state === 'works' ? null : (
    <Banner tone="attention" title={tReviewQueue(`source.titles.${state}`)}>
      <RiskSourceNote source={source} />
    </Banner>
  );
}
