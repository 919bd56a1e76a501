import { Badge } from '#components/ui/badge.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';

/** Categories of money from crimes, or of services that hide its origin. Others, such as gambling, may be lawful. */
const graveCategory = /mix|dark|stolen|hack|exploit|ransom|scam|fraud|extort|abuse|child|terror|sanction/i;

/** Returns the colour of a category, whose names are free text (§2.5). */
export const findCategoryTone = (category: string): Tone =>
  graveCategory.test(category) ? 'bad' : 'attention';

/** The most serious risk category of a case. */
export function CategoryBadge({ category, isSanctioned }: { category: string; isSanctioned: boolean }) {
  return (
    <Badge tone={isSanctioned ? 'bad' : findCategoryTone(category)}>
      {category === '' ? tReviewQueue('cells.noCategory') : ExternalText(category)}
    </Badge>
  );
}
