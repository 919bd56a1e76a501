import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Section } from '#components/shell/section.tsx';
import { Fold } from '#components/ui/fold.tsx';
import { Time } from '#components/ui/time.tsx';
import { toneText } from '#components/ui/tone.ts';
import type { CheckState, CheckView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** The icon and tone of each result of a check. */
export const checkMarks = {
  good: { Icon: CircleCheck, tone: 'good' },
  attention: { Icon: TriangleAlert, tone: 'attention' },
  bad: { Icon: CircleAlert, tone: 'bad' },
  unknown: { Icon: CircleDashed, tone: 'neutral' },
} as const satisfies Readonly<Record<CheckState, unknown>>;

/** The result of a check as an icon, named for screen readers. */
export function CheckIcon({ state }: { state: CheckState }) {
  const { Icon, tone } = checkMarks[state];
  return (
    <Icon
      role="img"
      aria-label={tConnection(`checks.states.${state}`)}
      className={`mt-0.5 size-4 shrink-0 ${toneText[tone]}`}
    />
  );
}

/** Lists checks, each with its result and time. With `folds`, those that passed open on demand. */
export function CheckSection({
  title,
  checks,
  mayManage,
  folds = false,
}: {
  title: string;
  checks: readonly CheckView[];
  mayManage: boolean;
  folds?: boolean;
}) {
  const isFolded = ({ state }: CheckView) => folds && state === 'good';
  const passed = checks.filter(isFolded);
  return (
    <Section title={title} flush>
      <CheckList checks={checks.filter((check) => !isFolded(check))} />
      {passed.length > 0 && (
        <Fold title={tConnection('checks.states.good')} count={passed.length}>
          <CheckList checks={passed} />
        </Fold>
      )}
      {!mayManage && (
        <p className="border-line border-t px-4 py-2 text-muted text-xs">
          {tConnection('checks.ownersOnly')}
        </p>
      )}
    </Section>
  );
}

function CheckList({ checks }: { checks: readonly CheckView[] }) {
  if (checks.length === 0) return null;
  return (
    <ul>
      {checks.map(({ key, label, state, message, at }) => {
        const { Icon, tone } = checkMarks[state];
        return (
          <li
            key={key}
            className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 border-line border-b px-4 py-2 text-sm last:border-b-0 md:grid-cols-[1rem_12rem_minmax(0,1fr)_auto]"
          >
            <Icon aria-hidden className={`mt-0.5 size-4 ${toneText[tone]}`} />
            <span className="font-medium">
              {label} <span className="sr-only">{tConnection(`checks.states.${state}`)}</span>
            </span>
            <span className="break-words text-muted max-md:col-start-2">{message}</span>
            <span className="text-faint text-xs max-md:col-start-2 md:text-end">
              {at !== null && <Time at={toUnixSeconds(at)} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
