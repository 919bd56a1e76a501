import { Banner } from '#components/ui/banner.tsx';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import { SourceInWords, sourceTitle } from './risk-source.tsx';

/** Above a queue that has cases: that what could flag more does not arrive. */
export function SourceBanner({ source }: { source: RiskSource }) {
  return (
    <Banner tone="attention" title={sourceTitle(source)}>
      <SourceInWords source={source} />
    </Banner>
  );
}
