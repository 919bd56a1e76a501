import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { MissedDeposit } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists deposits that no callback reported, with the time until the service stops sending it. */
export function MissedDeposits({
  businessId,
  deposits,
  hasMore,
}: {
  businessId: string;
  deposits: readonly MissedDeposit[];
  hasMore: boolean;
}) {
  if (deposits.length === 0) return null;
  return (
    <div id="deliveries" className="scroll-mt-4">
      <Section title={tConnection('missedDeposits.title')} count={`${deposits.length}${hasMore ? '+' : ''}`}>
        <p className="max-w-form text-muted text-sm">{tConnection('missedDeposits.help')}</p>
        <ul className="mt-2 text-sm">
          {deposits.map(({ depositId, receivedAt, until }) => (
            <li
              key={depositId}
              className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-b py-1.5 last:border-b-0"
            >
              <TextLink href={`/${businessId}/deposits/${depositId}`}>
                <code className="text-xs">{shorten(depositId, 8, 4)}</code>
              </TextLink>
              <span className="text-muted">
                {tConnection.rich('missedDeposits.received', {
                  time: () => <Time at={toUnixSeconds(receivedAt)} />,
                })}
              </span>
              <Badge tone="attention">
                <Countdown until={toUnixSeconds(until)} over={tConnection('missedDeposits.ended')} />
              </Badge>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
