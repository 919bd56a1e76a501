'use client';

import { ArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import type { CaseState } from '#lib/reviews/model.ts';

/** The id of what holds the decision panel. */
export const decisionPlace = 'case-decision';

const words: Readonly<Record<CaseState, string>> = {
  open: 'Decide…',
  proposed: 'Answer the proposal…',
  decided: 'See the decision',
  merged: 'See where it went',
};

/**
 * Where the columns stand below each other, the decision is far down: this bar stays in sight and leads there. It
 * keeps its place in the page when it hides, so that nothing moves.
 */
export function DecideBar({ state }: { state: CaseState }) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const place = document.getElementById(decisionPlace);
    if (place === null) return;
    const watch = new IntersectionObserver((entries) => setIsThere(entries.at(-1)?.isIntersecting ?? false));
    watch.observe(place);
    return () => watch.disconnect();
  }, []);
  const lead = () => {
    const place = document.getElementById(decisionPlace);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'start' });
  };
  return (
    <div
      className={cx(
        'sticky bottom-bar z-20 border-line border-t bg-surface px-4 py-2 md:bottom-0 lg:hidden',
        isThere && 'invisible',
      )}
    >
      <Button variant="primary" icon={<ArrowDown aria-hidden />} className="w-full" onPress={lead}>
        {words[state]}
      </Button>
    </div>
  );
}
