import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Section } from '#components/shell/section.tsx';
import { Time } from '#components/ui/time.tsx';
import { toneText } from '#components/ui/tone.ts';
import type { CheckState, CheckView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

const looks = {
  good: { Icon: CircleCheck, tone: 'good', word: 'Works' },
  attention: { Icon: TriangleAlert, tone: 'attention', word: 'Look at it' },
  bad: { Icon: CircleAlert, tone: 'bad', word: 'Broken' },
  unknown: { Icon: CircleDashed, tone: 'neutral', word: 'Not known' },
} as const satisfies Readonly<Record<CheckState, unknown>>;

/** Each thing that must work between the service and us: whether it does, in words, and when that was found. */
export function Checks({ checks, mayManage }: { checks: readonly CheckView[]; mayManage: boolean }) {
  return (
    <Section title="Checks" flush>
      <ul>
        {checks.map(({ key, label, state, said, at }) => {
          const { Icon, tone, word } = looks[state];
          return (
            <li
              key={key}
              className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 border-line border-b px-4 py-2 text-sm last:border-b-0 md:grid-cols-[1rem_12rem_minmax(0,1fr)_auto]"
            >
              <Icon aria-hidden className={`mt-0.5 size-4 ${toneText[tone]}`} />
              <span className="font-medium">
                {label} <span className="sr-only">{word}</span>
              </span>
              <span className="break-words text-muted max-md:col-start-2">{said}</span>
              <span className="text-faint text-xs max-md:col-start-2 md:text-right">
                {at !== null && <Time at={inSeconds(at)} />}
              </span>
            </li>
          );
        })}
      </ul>
      {!mayManage && (
        <p className="border-line border-t px-4 py-2 text-muted text-xs">An owner can check again.</p>
      )}
    </Section>
  );
}
