import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import type { TemplateView } from '#lib/payment-templates/schema.ts';

/** Returns the templates as choices of a field. Those of colleagues are marked as shared. */
export const toTemplateChoices = (templates: readonly TemplateView[]) =>
  templates.map(({ templateId, name, shared, isMine }) => ({
    value: templateId,
    label: shared && !isMine ? tPaymentTemplates('shared', { name }) : name,
  }));
