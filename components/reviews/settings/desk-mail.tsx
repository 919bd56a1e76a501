import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tReviewFigures } from '#lib/messages/reviews-server.ts';
import { tMailOff } from '#lib/messages/settings.ts';
import type { CaseMail } from '#lib/notifications/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows the state of the emails about cases. Each person chooses their own in the settings. */
export function DeskMail({ mail }: { mail: CaseMail }) {
  const { server, waiting, failed } = mail;
  return (
    <Section title={tReviewFigures('alerts.title')}>
      <div className="flex flex-col gap-3">
        {server === null ? (
          <Banner tone="attention" title={tMailOff('line')}>
            {tReviewFigures('alerts.offNote')}
          </Banner>
        ) : (
          <p className="text-muted text-sm">{tReviewFigures('alerts.content')}</p>
        )}
        {server !== null && (
          <DescriptionList>
            <Fact label={tReviewFigures('alerts.server')}>
              {server.host}:{server.port}
            </Fact>
            <Fact label={tReviewFigures('alerts.from')}>{server.from}</Fact>
            <Fact label={tReviewFigures('alerts.recipients')} hint={tReviewFigures('alerts.recipientsHint')}>
              {mail.readers === 0 ? (
                <span className="text-bad">{tReviewFigures('alerts.noRecipients')}</span>
              ) : (
                tReviewFigures('alerts.people', { count: mail.readers })
              )}
            </Fact>
            <Fact label={tReviewFigures('alerts.lastSent')}>
              {mail.lastSentAt === null ? (
                <UnknownValue reason={tReviewFigures('alerts.noneSent')} />
              ) : (
                <Time at={toUnixSeconds(mail.lastSentAt)} />
              )}
            </Fact>
            <Fact label={tReviewFigures('alerts.queued')}>
              <Queued {...waiting} />
            </Fact>
          </DescriptionList>
        )}
        {waiting.lastError !== null && waiting.nextTryAt !== null && (
          <Banner tone="attention" title={tReviewFigures('alerts.notSent', { attempts: waiting.attempts })}>
            <NextAttempt error={waiting.lastError} at={waiting.nextTryAt} />
          </Banner>
        )}
        {failed.length > 0 && (
          <div className="flex flex-col gap-1">
            <p className="font-medium text-bad text-sm">{tReviewFigures('alerts.failed')}</p>
            <ul className="flex flex-col">
              {failed.map(({ mailId, name, at, why, attempts }) => (
                <li key={mailId} className="border-line border-t py-1.5 text-sm first:border-t-0">
                  {name} · <DateTime at={toUnixSeconds(at)} />
                  <span className="block break-words text-muted text-xs">
                    {tReviewFigures('alerts.failure', { error: why, attempts })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Section>
  );
}

function Queued({ count, oldestAt }: CaseMail['waiting']) {
  if (oldestAt === null) return count;
  return tReviewFigures.rich('alerts.queuedSince', {
    count: String(count),
    time: () => <Time at={toUnixSeconds(oldestAt)} />,
  });
}

function NextAttempt({ error, at }: { error: string; at: Instant }) {
  return tReviewFigures.rich('alerts.nextAttempt', {
    reason: error,
    error: (text) => <span className="break-words">{text}</span>,
    time: () => <Time at={toUnixSeconds(at)} />,
  });
}
