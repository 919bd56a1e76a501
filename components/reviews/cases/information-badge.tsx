import { Badge } from '#components/ui/badge.tsx';
import { tInformationBadge } from '#lib/messages/reviews.ts';

/** Says that a case waits for requested information, or that it should have arrived. */
export function InformationBadge({ isOverdue }: { isOverdue: boolean }) {
  return (
    <Badge tone={isOverdue ? 'bad' : 'waiting'} hint={tInformationBadge('hint')}>
      {tInformationBadge(isOverdue ? 'overdue' : 'waiting')}
    </Badge>
  );
}
