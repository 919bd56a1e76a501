import { CircleCheck, CircleSlash, FileQuestion, GitCompareArrows, Inbox, Layers, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { ShownVerdict } from '#lib/callbacks/model/verdict.ts';
import { verdictWords } from '#lib/callbacks/model/verdict.ts';

type Look = { readonly tone: Tone; readonly icon: ReactNode; readonly title: string };

const looks: Readonly<Record<ShownVerdict, Look>> = {
  applied: { tone: 'good', icon: <CircleCheck aria-hidden />, title: 'What it says is in the records' },
  'new-version': {
    tone: 'waiting',
    icon: <Layers aria-hidden />,
    title: 'Other content under an ID that had come before; what is newer counts',
  },
  conflict: {
    tone: 'attention',
    icon: <GitCompareArrows aria-hidden />,
    title: 'It says something that can’t be right together with what was told before',
  },
  'orphan-adopted': {
    tone: 'waiting',
    icon: <Link2 aria-hidden />,
    title: 'Its payment was not known here: this callback made it known',
  },
  quarantined: {
    tone: 'bad',
    icon: <FileQuestion aria-hidden />,
    title: 'Kept, but not applied: a person must look at it',
  },
  rejected: { tone: 'neutral', icon: <CircleSlash aria-hidden />, title: 'A person decided not to apply it' },
  stored: {
    tone: 'neutral',
    icon: <Inbox aria-hidden />,
    title: 'Kept as it came: the interface does not show what this kind says',
  },
};

/** What became of a callback: word, icon and colour. */
export function Verdict({ verdict }: { verdict: ShownVerdict }) {
  const { tone, icon, title } = looks[verdict];
  return <StatusBadge label={verdictWords[verdict]} tone={tone} icon={icon} value={verdict} title={title} />;
}
