import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { UnknownNameView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Lists values that the interface doesn't define. They are stored and shown as received. */
export function UnknownNames({
  businessId,
  names,
}: {
  businessId: string;
  names: readonly UnknownNameView[];
}) {
  return (
    <Section title={tConnection('unknownValues.title')} {...(names.length > 0 && { count: names.length })}>
      {names.length === 0 ? (
        <p className="text-muted text-sm">{tConnection('unknownValues.empty')}</p>
      ) : (
        <ul className="text-sm">
          {names.map(({ field, value, lastSeenAt, paymentId, withdrawalId }) => (
            <li
              key={`${field} ${value}`}
              className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 last:border-b-0"
            >
              <code className="text-xs">{field}</code>
              <span className="wrap-anywhere font-medium">{value}</span>
              <span className="text-muted text-xs">
                {tConnection.rich(
                  paymentId !== null
                    ? 'unknownValues.inPayment'
                    : withdrawalId !== null
                      ? 'unknownValues.inWithdrawal'
                      : 'unknownValues.inQuarantine',
                  {
                    time: () => <Time at={toUnixSeconds(lastSeenAt)} />,
                    record: (text) => (
                      <TextLink
                        href={
                          paymentId === null
                            ? `/${businessId}/withdrawals/${withdrawalId}`
                            : `/${businessId}/payments/${paymentId}`
                        }
                      >
                        {text}
                      </TextLink>
                    ),
                  },
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
