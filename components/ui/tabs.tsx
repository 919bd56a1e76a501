'use client';

import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';

export type TabContent = {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly content: ReactNode;
};

/** Views of one object, one at a time. Where the view belongs in the URL, give `selected` and `onSelect`. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  /** The accessible name. */
  label: string;
  tabs: readonly TabContent[];
  selected?: string;
  onSelect?: (id: string) => void;
}) {
  return (
    <AriaTabs
      {...(selected === undefined ? {} : { selectedKey: selected })}
      {...(onSelect ? { onSelectionChange: (key) => onSelect(String(key)) } : {})}
    >
      <TabList aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="pressable -mb-px flex h-9 cursor-pointer items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-sm transition-colors data-selected:border-accent-text data-hovered:text-ink data-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-faint tabular-nums">{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-4">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
