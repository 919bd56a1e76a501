'use client';

import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useShortcut } from '#components/shell/shortcuts.ts';
import type { Tab } from '#components/ui/tabs.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';

/** The tabs of a case page, as in its address, in the order of the keys 1 to 7. */
const caseTabs = ['summary', 'money', 'risk', 'related', 'timeline', 'files', 'report'] as const;
type CaseTab = (typeof caseTabs)[number];

const isCaseTab = (text: string | null): text is CaseTab => caseTabs.some((tab) => tab === text);

/** The selected tab and a function that selects another. The address holds it; the server renders nothing again. */
export function useCaseTab(): readonly [CaseTab, (tab: CaseTab) => void] {
  const named = useSearchParams().get('tab');
  return [isCaseTab(named) ? named : 'summary', selectTab];
}

function selectTab(tab: CaseTab): void {
  const address = new URL(window.location.href);
  if (tab === 'summary') address.searchParams.delete('tab');
  else address.searchParams.set('tab', tab);
  window.history.replaceState(null, '', address);
}

/** The content of a case page in tabs. */
export function CaseTabs({
  content,
  counts,
}: {
  content: Readonly<Record<CaseTab, ReactNode>>;
  counts: Partial<Readonly<Record<CaseTab, number>>>;
}) {
  const [tab, setTab] = useCaseTab();
  const tabs = caseTabs.map(
    (id): Tab<CaseTab> => ({
      id,
      label: tReviewCase(`tabs.${id}`),
      count: counts[id],
      content: content[id],
    }),
  );
  return (
    <>
      <Tabs label={tReviewCase('tabs.label')} tabs={tabs} selected={tab} onSelect={setTab} />
      {caseTabs.map((id, index) => (
        <TabKey key={id} digit={String(index + 1)} id={id} onSelect={() => setTab(id)} />
      ))}
    </>
  );
}

function TabKey({ digit, id, onSelect }: { digit: string; id: CaseTab; onSelect: () => void }) {
  useShortcut({ keys: digit, label: tReviewCase(`tabs.${id}`), group: tReviewCase('keys.group') }, onSelect);
  return null;
}
