import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { Delivery } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists the deliveries of a content with their headers. */
export function Deliveries({ deliveries, count }: { deliveries: readonly Delivery[]; count: number }) {
  const omitted = count - deliveries.length;
  return (
    <Section title={tCallbackPage('deliveries.title')} count={count}>
      <ol className="flex flex-col">
        {deliveries.map(({ deliveryId, at, headers, isFirst }) => (
          <li key={deliveryId} className="border-line border-b last:border-b-0">
            {isFirst && omitted > 0 && (
              <p className="pb-1.5 text-muted text-xs">
                {tCallbackPage('deliveries.omitted', { count: omitted })}
              </p>
            )}
            <Disclosure
              title={
                <span className="flex flex-wrap items-center justify-between gap-x-2">
                  <DateTime at={toUnixSeconds(at)} precise />
                  <Badge tone={isFirst ? 'good' : 'neutral'}>
                    {tCallbackPage(isFirst ? 'deliveries.first' : 'deliveries.duplicate')}
                  </Badge>
                </span>
              }
            >
              <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-1.5 text-xs">
                {Object.entries(headers).map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="font-mono text-muted">{name}</dt>
                    <dd className="break-all font-mono">{value}</dd>
                  </div>
                ))}
                {Object.keys(headers).length === 0 && (
                  <div className="text-muted">{tCallbackPage('deliveries.noHeaders')}</div>
                )}
              </dl>
            </Disclosure>
          </li>
        ))}
      </ol>
      <p className="pt-1.5 text-faint text-xs">{tCallbackPage('deliveries.headers')}</p>
    </Section>
  );
}
