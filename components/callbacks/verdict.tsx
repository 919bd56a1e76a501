import {
  Archive,
  CircleCheck,
  CircleSlash,
  FileQuestion,
  GitCompareArrows,
  Inbox,
  Layers,
  Link2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { ShownVerdict } from '#lib/callbacks/model/verdict.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';

type VerdictStyle = { readonly tone: Tone; readonly icon: ReactNode };

const styles: Readonly<Record<ShownVerdict, VerdictStyle>> = {
  applied: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  'new-version': { tone: 'waiting', icon: <Layers aria-hidden /> },
  conflict: { tone: 'attention', icon: <GitCompareArrows aria-hidden /> },
  'orphan-adopted': { tone: 'waiting', icon: <Link2 aria-hidden /> },
  quarantined: { tone: 'bad', icon: <FileQuestion aria-hidden /> },
  rejected: { tone: 'neutral', icon: <CircleSlash aria-hidden /> },
  stored: { tone: 'neutral', icon: <Inbox aria-hidden /> },
  expired: { tone: 'neutral', icon: <Archive aria-hidden /> },
};

/** Shows the verdict of a callback with its icon and tone; the meaning is its title. */
export function Verdict({ verdict }: { verdict: ShownVerdict }) {
  const { tone, icon } = styles[verdict];
  return (
    <StatusBadge
      label={tCallbacks(`verdict.${verdict}`)}
      tone={tone}
      icon={icon}
      value={verdict}
      hint={tCallbacks(`verdictHint.${verdict}`)}
    />
  );
}
