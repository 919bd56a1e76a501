'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { setAlertsAction } from '#lib/reviews/actions.ts';
import type { DeskMail as Mail } from '#lib/reviews/alerts/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** What the desk is told by mail, how that mail fares, and whether this person gets it. */
export function DeskMail({ businessId, mail }: { businessId: string; mail: Mail }) {
  const { server, waiting, failed } = mail;
  return (
    <Section title="Alerts by mail">
      <div className="flex flex-col gap-3">
        {server === null ? (
          <Banner tone="attention" title="Mail is off: neither SMTP_URL nor SMTP_HOST is set">
            Nobody is told of new or overdue cases, and nothing is kept to be sent later. Whoever runs
            Countinghouse sets them, with SMTP_FROM.
          </Banner>
        ) : (
          <p className="text-muted text-sm">
            New and overdue cases, and decisions that the service contradicts. A mail holds case numbers and
            links, nothing of what a case is about.
          </p>
        )}
        {server !== null && (
          <DescriptionList>
            <Fact label="Leaves by">
              {server.host}:{server.port}
            </Fact>
            <Fact label="From">{server.from}</Fact>
            <Fact label="Goes to" hint="Compliance and owners who are not disabled and have it switched on">
              {mail.readers === 0 ? <span className="text-bad">Nobody</span> : people(mail.readers)}
            </Fact>
            <Fact label="Last sent">
              {mail.lastSentAt === null ? (
                <Unknown reason="None was sent in the last 90 days" />
              ) : (
                <Time at={inSeconds(mail.lastSentAt)} />
              )}
            </Fact>
            <Fact label="Waiting">
              {waiting.count}
              {waiting.oldestAt !== null && (
                <>
                  {' '}
                  since <Time at={inSeconds(waiting.oldestAt)} />
                </>
              )}
            </Fact>
          </DescriptionList>
        )}
        {waiting.lastError !== null && waiting.nextTryAt !== null && (
          <Banner
            tone="attention"
            title={`Not sent after ${waiting.attempts} ${waiting.attempts === 1 ? 'try' : 'tries'}`}
          >
            <span className="break-words">{waiting.lastError}</span>. Next try{' '}
            <Time at={inSeconds(waiting.nextTryAt)} />.
          </Banner>
        )}
        {failed.length > 0 && (
          <div className="flex flex-col gap-1">
            <p className="font-medium text-bad text-sm">Given up in the last 30 days</p>
            <ul className="flex flex-col">
              {failed.map((one) => (
                <li key={one.mailId} className="border-line border-t py-1.5 text-sm first:border-t-0">
                  {one.person.name} · <DateTime at={inSeconds(one.at)} />
                  <span className="block break-words text-muted text-xs">
                    {one.why} ({one.attempts} {one.attempts === 1 ? 'try' : 'tries'})
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Wanted businessId={businessId} wanted={mail.wanted} isOn={server !== null} />
      </div>
    </Section>
  );
}

function Wanted({ businessId, wanted, isOn }: { businessId: string; wanted: boolean; isOn: boolean }) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [isWanted, setWanted] = useState(wanted);
  const change = async (next: boolean) => {
    setWanted(next);
    const done = await act(() => setAlertsAction({ businessId, wanted: next }), { failed: 'Not saved' });
    if (done === null) setWanted(!next);
  };
  return (
    <Switch
      label="Mail me about this desk"
      help={isOn ? 'For you alone, at this business.' : 'For you alone, at this business, once mail is on.'}
      checked={isWanted}
      disabled={isPending}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
