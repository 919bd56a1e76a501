import type { SpriteIconName } from '#components/ui/sprite-icon.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { ShownVerdict } from '#lib/callbacks/model/verdict.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';

type VerdictStyle = { readonly tone: Tone; readonly icon: SpriteIconName };

const styles: Readonly<Record<ShownVerdict, VerdictStyle>> = {
  received: { tone: 'waiting', icon: 'hourglass' },
  applied: { tone: 'good', icon: 'circle-check' },
  'new-version': { tone: 'waiting', icon: 'layers' },
  conflict: { tone: 'attention', icon: 'git-compare-arrows' },
  'orphan-adopted': { tone: 'waiting', icon: 'link2' },
  quarantined: { tone: 'bad', icon: 'file-question' },
  rejected: { tone: 'neutral', icon: 'circle-slash' },
  stored: { tone: 'neutral', icon: 'inbox' },
  expired: { tone: 'neutral', icon: 'archive' },
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
