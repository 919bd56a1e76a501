import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { TemplateField } from '#lib/payment-templates/model.ts';
import { templateFieldNames } from '#lib/payment-templates/model.ts';
import type { TemplateProblem } from '#lib/payment-templates/schema.ts';

const isTemplateField = (field: string): field is TemplateField =>
  templateFieldNames.some((name) => name === field);

/** Names the values of a template that no longer fit the business, each with its reason. */
export function TemplateProblems({ problems }: { problems: readonly TemplateProblem[] }) {
  return (
    <ul className="list-disc ps-4">
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {tPaymentTemplates('problems.line', {
            field: isTemplateField(field) ? tPaymentTemplates(`fields.${field}`) : field,
            problem: message,
          })}
        </li>
      ))}
    </ul>
  );
}
