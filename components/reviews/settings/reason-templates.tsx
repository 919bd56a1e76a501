import { Section } from '#components/shell/section.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { tReviewTemplates } from '#lib/messages/reviews.ts';
import { decisionKinds, decisionTexts } from '#lib/reviews/model.ts';
import type { DeskFigures } from '#lib/reviews/queue/schema-figures.ts';
import { ReasonTemplateForm } from './reason-template-form.tsx';

const kinds = decisionKinds.map((value) => ({ value, label: decisionTexts[value].label }));

/** Lists the templates for reasons. Owners add, change and remove them. */
export function ReasonTemplates({ businessId, figures }: { businessId: string; figures: DeskFigures }) {
  const { templates, maySet } = figures;
  return (
    <Section title={tReviewTemplates('title')}>
      <p className="pb-2 text-muted text-sm">{tReviewTemplates('note')}</p>
      {templates.length === 0 && <p className="text-muted text-sm">{tReviewTemplates('none')}</p>}
      {templates.map((template) => (
        <Disclosure
          key={template.templateId}
          title={<bdi>{template.name}</bdi>}
          detail={decisionTexts[template.kind].label}
        >
          {maySet ? (
            <ReasonTemplateForm
              key={template.version}
              businessId={businessId}
              template={template}
              kinds={kinds}
            />
          ) : (
            <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{template.text}</p>
          )}
        </Disclosure>
      ))}
      {maySet && (
        <Disclosure title={tReviewTemplates('new')}>
          <ReasonTemplateForm key={templates.length} businessId={businessId} template={null} kinds={kinds} />
        </Disclosure>
      )}
    </Section>
  );
}
