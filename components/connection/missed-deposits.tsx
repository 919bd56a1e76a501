import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { UnheardDeposit } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Money that came and of which no callback told us, with the time for which the service goes on trying. */
export function UnheardDeposits({
  businessId,
  deposits,
  more,
}: {
  businessId: string;
  deposits: readonly UnheardDeposit[];
  more: boolean;
}) {
  if (deposits.length === 0) return null;
  return (
    <div id="deliveries" className="scroll-mt-4">
      <Section title="Confirmed deposits without a callback" count={`${deposits.length}${more ? '+' : ''}`}>
        <p className="max-w-form text-muted text-sm">
          Reading the payments showed these deposits, so they are in your figures. Their callbacks did not
          reach us: the service sends them for 24 hours. Look at the checks below, then at what stands between
          the service and us.
        </p>
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
                received <Time at={inSeconds(receivedAt)} />
              </span>
              <Badge tone="attention">
                <Countdown until={inSeconds(until)} over="Sent no more" />
              </Badge>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
