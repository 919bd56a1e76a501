'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tRestores } from '#lib/messages/connection.ts';
import { confirmPeopleAction, resumeWorkAction } from '#lib/restores/actions.ts';
import type { RestoredPerson, RestoreView } from '#lib/restores/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const steps = {
  people: { run: confirmPeopleAction, done: 'people.done' },
  work: { run: resumeWorkAction, done: 'work.done' },
} as const;

function People({ people }: { people: readonly RestoredPerson[] }) {
  return (
    <ul className="pt-3 text-sm">
      {people.map(({ personId, name, email, role, isDisabled, accessEndsAt }) => (
        <li key={personId} className="flex flex-wrap gap-x-3 border-line border-b py-1.5 last:border-b-0">
          <span className="font-medium">{name}</span>
          <span className="break-all text-muted">{email}</span>
          <span className="ms-auto">
            {role}
            {accessEndsAt !== null && (
              <>
                {' · '}
                {tRestores.rich('people.until', { end: () => <DateTime at={toUnixSeconds(accessEndsAt)} /> })}
              </>
            )}
            {isDisabled && ` · ${tRestores('people.disabled')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The steps of an owner after a backup was restored: confirm the people, resume jobs and mail. */
export function RestoreNotice({
  businessId,
  restore,
  onChanged,
}: {
  businessId: string;
  restore: RestoreView;
  onChanged: (restore: RestoreView | null) => void;
}) {
  const { act, isPending } = useAction({});
  const [taken, setTaken] = useState<keyof typeof steps | null>(null);
  const take = async (step: keyof typeof steps) => {
    setTaken(step);
    await act(() => steps[step].run({ businessId }), {
      failed: tRestores('failed'),
      lost: tRestores('connectionLost'),
      done: (changed) => {
        onChanged(changed);
        return tRestores(steps[step].done);
      },
    });
  };
  return (
    <>
      <Banner tone="attention" title={tRestores('title')}>
        {tRestores.rich('age', { until: () => <DateTime at={toUnixSeconds(restore.dataUntil)} /> })}
      </Banner>
      {restore.people && (
        <Section title={tRestores('people.title')}>
          <p className="text-muted text-sm">{tRestores('people.help')}</p>
          <People people={restore.people} />
          <div className="pt-3">
            <Button isPending={isPending && taken === 'people'} onPress={() => void take('people')}>
              {tRestores('people.button')}
            </Button>
          </div>
        </Section>
      )}
      {!restore.isResumed && (
        <Section title={tRestores('work.title')}>
          <p className="text-muted text-sm">{tRestores('work.help')}</p>
          <div className="pt-3">
            <Button isPending={isPending && taken === 'work'} onPress={() => void take('work')}>
              {tRestores('work.button')}
            </Button>
          </div>
        </Section>
      )}
    </>
  );
}
