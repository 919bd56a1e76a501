'use client';

import { ArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { tReviewCase } from '#lib/messages/review-case.ts';
import type { CaseState } from '#lib/reviews/model.ts';
import { decisionPanelId } from '../case-part-ids.ts';

/**
 * Scrolls to the decision panel, which is far down on narrow screens. The bar keeps its space when it hides, so that
 * nothing moves.
 */
export function DecisionBar({ state }: { state: CaseState }) {
  const [isPanelVisible, setPanelVisible] = useState(false);
  useEffect(() => {
    const panel = document.getElementById(decisionPanelId);
    if (panel === null) return;
    const observer = new IntersectionObserver((entries) =>
      setPanelVisible(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(panel);
    return () => observer.disconnect();
  }, []);
  const scrollToPanel = () => {
    const panel = document.getElementById(decisionPanelId);
    panel?.focus({ preventScroll: true });
    panel?.scrollIntoView({ block: 'start' });
  };
  return (
    <div
      className={cx(
        'sticky bottom-bar z-20 border-line border-t bg-surface px-4 py-2 md:bottom-0 lg:hidden',
        isPanelVisible && 'invisible',
      )}
    >
      <Button variant="primary" icon={<ArrowDown aria-hidden />} className="w-full" onPress={scrollToPanel}>
        {tReviewCase(`decideBar.${state}`)}
      </Button>
    </div>
  );
}
