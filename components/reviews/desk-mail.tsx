'use client';

import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { setAlertsAction } from '#lib/reviews/actions.ts';
import type { DeskMail as Mail } from '#lib/reviews/alerts/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Shows the state of the desk's email alerts. Each person turns their own alerts on or off. */
export function DeskMail({ businessId, mail }: { businessId: string; mail: Mail }) {
  const { server, waiting, failed } = mail;
  return (
    <Section title={tReviewSettings('alerts.title')}>
      <div className="flex flex-col gap-3">
        {server === null ? (
          <Banner tone="attention" title={tReviewSettings('alerts.off')}>
            {tReviewSettings('alerts.offNote')}
          </Banner>
        ) : (
          <p className="text-muted text-sm">{tReviewSettings('alerts.content')}</p>
        )}
        {server !== null && (
          <DescriptionList>
            <Fact label={tReviewSettings('alerts.server')}>
              {server.host}:{server.port}
            </Fact>
            <Fact label={tReviewSettings('alerts.from')}>{server.from}</Fact>
            <Fact
              label={tReviewSettings('alerts.recipients')}
              hint={tReviewSettings('alerts.recipientsHint')}
            >
              {mail.readers === 0 ? (
                <span className="text-bad">{tReviewSettings('alerts.noRecipients')}</span>
              ) : (
                tReviewSettings('alerts.people', { count: mail.readers })
              )}
            </Fact>
            <Fact label={tReviewSettings('alerts.lastSent')}>
              {mail.lastSentAt === null ? (
                <Unknown reason={tReviewSettings('alerts.noneSent')} />
              ) : (
                <Time at={inSeconds(mail.lastSentAt)} />
              )}
            </Fact>
            <Fact label={tReviewSettings('alerts.queued')}>
              <Queued {...waiting} />
            </Fact>
          </DescriptionList>
        )}
        {waiting.lastError !== null && waiting.nextTryAt !== null && (
          <Banner tone="attention" title={tReviewSettings('alerts.notSent', { attempts: waiting.attempts })}>
            <NextAttempt error={waiting.lastError} at={waiting.nextTryAt} />
          </Banner>
        )}
        {failed.length > 0 && (
          <div className="flex flex-col gap-1">
            <p className="font-medium text-bad text-sm">{tReviewSettings('alerts.failed')}</p>
            <ul className="flex flex-col">
              {failed.map(({ mailId, person, at, why, attempts }) => (
                <li key={mailId} className="border-line border-t py-1.5 text-sm first:border-t-0">
                  {person.name} · <DateTime at={inSeconds(at)} />
                  <span className="block break-words text-muted text-xs">
                    {tReviewSettings('alerts.failure', { error: why, attempts })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <AlertsSwitch businessId={businessId} initial={mail.wanted} isEmailOn={server !== null} />
      </div>
    </Section>
  );
}

function Queued({ count, oldestAt }: Mail['waiting']) {
  if (oldestAt === null) return count;
  return tReviewSettings.rich('alerts.queuedSince', {
    count: String(count),
    time: () => <Time at={inSeconds(oldestAt)} />,
  });
}

function NextAttempt({ error, at }: { error: string; at: Instant }) {
  return tReviewSettings.rich('alerts.nextAttempt', {
    reason: error,
    error: (text) => <span className="break-words">{text}</span>,
    time: () => <Time at={inSeconds(at)} />,
  });
}

function AlertsSwitch({
  businessId,
  initial,
  isEmailOn,
}: {
  businessId: string;
  initial: boolean;
  isEmailOn: boolean;
}) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const [isOn, setOn] = useState(initial);
  const change = async (next: boolean) => {
    setOn(next);
    const saved = await act(() => setAlertsAction({ businessId, wanted: next }), {
      failed: tReviewSettings('alerts.toggleFailed'),
    });
    if (saved === null) setOn(!next);
  };
  return (
    <Switch
      label={tReviewSettings('alerts.toggle')}
      help={tReviewSettings(isEmailOn ? 'alerts.toggleHelp' : 'alerts.toggleHelpOff')}
      checked={isOn}
      disabled={isPending}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}
