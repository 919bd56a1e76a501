'use client';

import { CalendarClock, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { tSchedules } from '#lib/messages/schedules.ts';
import { tMailOff } from '#lib/messages/settings.ts';
import { tStatements } from '#lib/messages/statements.ts';
import type { SchedulesView } from '#lib/schedules/schema.ts';
import { ScheduleSection } from './schedule-section.tsx';

const NewScheduleForm = lazy(() =>
  import('./schedule-form.tsx').then((file) => ({ default: file.NewScheduleForm })),
);

/** The scheduled reports that the person manages or receives. */
export function SchedulesPage({ businessId, view }: { businessId: string; view: SchedulesView }) {
  const { schedules, choices, timeZone, isMailOn } = view;
  const [isOpen, setOpen] = useState(false);
  const isManager = choices.length > 0;
  return (
    <>
      <PageHeader
        title={tSchedules('title')}
        back={{ href: `/${businessId}/reports`, label: tStatements('reports') }}
        description={tSchedules('description', { zone: timeZone })}
        main={
          isManager &&
          !isOpen && (
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setOpen(true)}>
              {tSchedules('new')}
            </Button>
          )
        }
      />
      <PageBody>
        {!isMailOn && <Banner title={tMailOff('line')}>{tSchedules('noMail')}</Banner>}
        {isOpen && (
          <Section title={tSchedules('new')}>
            <Suspense fallback={null}>
              <NewScheduleForm businessId={businessId} view={view} onClose={() => setOpen(false)} />
            </Suspense>
          </Section>
        )}
        {schedules.length === 0 && !isOpen && (
          <EmptyState
            icon={<CalendarClock aria-hidden />}
            title={tSchedules(isManager ? 'none.title' : 'none.forYou')}
          >
            {isManager && <p>{tSchedules('none.detail')}</p>}
          </EmptyState>
        )}
        {schedules.map((schedule) => (
          <ScheduleSection
            key={schedule.scheduleId}
            businessId={businessId}
            view={view}
            schedule={schedule}
          />
        ))}
      </PageBody>
    </>
  );
}
