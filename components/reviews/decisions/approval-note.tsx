import { AmountText } from '#components/money/amount-text.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tReviewDecision } from '#lib/messages/review-case.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';

/** The most categories that are named, and the most characters of each. They are free text of the service. */
const mostNamed = { categories: 3, characters: 60 };

type ApprovalFacts = Pick<
  CaseView,
  'money' | 'secondFromEur' | 'joined' | 'asksSecond' | 'takesTwo' | 'twoPersonCategories'
>;

/** Says whether a second person must approve, and why. The limit applies to the total of all merged cases. */
export function ApprovalNote({ view }: { view: ApprovalFacts }) {
  const { money, secondFromEur, joined, asksSecond, takesTwo, twoPersonCategories } = view;
  const total = joined.length + 1;
  if (takesTwo) return tReviewDecision('approval.afterTwoPeople');
  if (twoPersonCategories.length > 0) {
    const { categories, characters } = mostNamed;
    const named = twoPersonCategories
      .slice(0, categories)
      .map((category) => (category.length > characters ? `${category.slice(0, characters)}…` : category));
    const rest = twoPersonCategories.length > named.length ? ', …' : '';
    return tReviewDecision.rich('approval.category', {
      count: twoPersonCategories.length,
      categories: () => ExternalText(`${named.join(', ')}${rest}`),
    });
  }
  if (money.eur === null || money.eurUnreported > 0)
    return total > 1
      ? tReviewDecision('approval.eurUnknownOfMany', {
          missing: String(money.eurUnreported),
          total: String(total),
        })
      : tReviewDecision('approval.eurUnknown');
  return tReviewDecision.rich(asksSecond ? 'approval.required' : 'approval.notRequired', {
    total,
    amount: () => <AmountText amount={money.eur} currency="EUR" />,
    source: money.eurSources.map((source) => tReviewDecision(`approval.sources.${source}`)).join(', '),
    limit: () => <AmountText amount={secondFromEur} currency="EUR" />,
  });
}
