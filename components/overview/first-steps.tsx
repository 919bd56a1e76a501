import { CircleCheck, CircleDashed } from 'lucide-react';
import { Section } from '#components/shell/section.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tOverviewSteps } from '#lib/messages/overview.ts';
import type { OverviewView } from '#lib/reports/schema/overview.ts';

/** The first steps of a new business. Disappears when all are done. */
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
      title: tOverviewSteps('steps.business.title'),
      text: tOverviewSteps('steps.business.text'),
      action: { href: `${base}/business`, label: tOverviewSteps('steps.business.action') },
    },
    {
      done: seen.payments,
      title: tOverviewSteps('steps.payment.title'),
      text: tOverviewSteps('steps.payment.text'),
      action: mayCreate
        ? { href: `${base}/payments/new`, label: tOverviewSteps('steps.payment.action') }
        : null,
    },
    {
      done: seen.callbacks,
      title: tOverviewSteps('steps.callback.title'),
      text: tOverviewSteps('steps.callback.text'),
      action: { href: `${base}/connection`, label: tOverviewSteps('steps.callback.action') },
    },
  ];
  return (
    <Section title={tOverviewSteps('steps.title')} flush>
      <ol>
        {steps.map(({ done, title, text, action }) => (
          <li
            key={title}
            className="flex items-center gap-3 border-line border-b px-4 py-2.5 last:border-b-0"
          >
            {done ? (
              <CircleCheck
                role="img"
                aria-label={tOverviewSteps('steps.done')}
                className="size-4 shrink-0 text-good"
              />
            ) : (
              <CircleDashed
                role="img"
                aria-label={tOverviewSteps('steps.toDo')}
                className="size-4 shrink-0 text-faint"
              />
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
