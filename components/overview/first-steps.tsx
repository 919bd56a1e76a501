import { CircleCheck, CircleDashed } from 'lucide-react';
import { Section } from '#components/shell/section.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { OverviewView } from '#lib/reports/schema/overview.ts';

/** What leads from an empty business to the first money, each step marked once it has been seen; gone with the last. */
export function FirstSteps({
  base,
  seen,
  mayCreate,
}: {
  base: string;
  seen: OverviewView['seen'];
  mayCreate: boolean;
}) {
  if (seen.payments && seen.callbacks) return null;
  const steps = [
    {
      done: seen.business,
      title: 'Read the business from the service',
      text: 'Its currencies, networks and callback addresses.',
      action: { href: `${base}/business`, label: 'Open Business' },
    },
    {
      done: seen.payments,
      title: 'Create the first payment',
      text: 'A checkout link that a payer pays in a coin.',
      action: mayCreate ? { href: `${base}/payments/new`, label: 'New payment' } : null,
    },
    {
      done: seen.callbacks,
      title: 'Hear from the service',
      text: 'A callback comes as soon as a deposit has one confirmation.',
      action: { href: `${base}/connection`, label: 'Open Connection' },
    },
  ];
  return (
    <Section title="First steps" flush>
      <ol>
        {steps.map(({ done, title, text, action }) => (
          <li
            key={title}
            className="flex items-center gap-3 border-line border-b px-4 py-2.5 last:border-b-0"
          >
            {done ? (
              <CircleCheck role="img" aria-label="Done" className="size-4 shrink-0 text-good" />
            ) : (
              <CircleDashed role="img" aria-label="To do" className="size-4 shrink-0 text-faint" />
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium text-sm">{title}</p>
              <p className="text-muted text-xs">{text}</p>
            </div>
            {!done && action && (
              <LinkButton size="sm" href={action.href}>
                {action.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
