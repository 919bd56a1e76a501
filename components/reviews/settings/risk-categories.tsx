import { Section } from '#components/shell/section.tsx';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import type { DeskFigures } from '#lib/reviews/queue/schema-figures.ts';
import { RiskCategoriesForm } from './risk-categories-form.tsx';

/** Shows the order of risk categories in the queue. Owners edit it, one category on each line. */
export function RiskCategories({ businessId, figures }: { businessId: string; figures: DeskFigures }) {
  const { categories, maySet } = figures;
  return (
    <Section title={tReviewSettings('categories.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">{tReviewSettings('categories.note')}</p>
        {maySet ? (
          <RiskCategoriesForm
            key={categories.join('\n')}
            businessId={businessId}
            saved={categories.join('\n')}
          />
        ) : (
          <ol className="list-decimal ps-5 text-sm">
            {categories.map((category) => (
              <li key={category}>{category}</li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}
