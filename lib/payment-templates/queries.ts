import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readAcceptedTermsInScope, readBusinessDay } from '#lib/businesses/index.ts';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { database } from '#lib/database/pools.ts';
import { checkCreateForm } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { TemplateFields } from './model.ts';
import { renderPattern } from './model.ts';
import type { TemplateProblem, TemplatesView } from './schema.ts';
import { storedFields } from './store.ts';

/** Checks the values as a new payment with them is checked. An amount that the template leaves open is no problem. */
function findTemplateProblems(
  businessId: BusinessId,
  fields: TemplateFields,
  accepted: AcceptedTerms,
): readonly TemplateProblem[] {
  const { errors } = checkCreateForm(
    {
      ...fields,
      businessId,
      clientPaymentId: 'template',
      amount: fields.amount === '' ? '1' : fields.amount,
    },
    accepted,
  );
  return Object.entries(errors ?? {}).flatMap(([field, messages]) =>
    messages.map((message) => ({ field, message })),
  );
}

/**
 * Returns the person's own templates and the shared ones of the business, by name.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listTemplates(context: Context<PersonActor>, business: string): Promise<TemplatesView> {
  const scope = requirePermission(context, business, 'payment.create');
  const { businessId } = scope;
  const { personId } = context.actor;
  const [rows, accepted, day] = await Promise.all([
    database().paymentTemplate.findMany({
      where: { businessId, OR: [{ personId }, { shared: true }] },
      orderBy: [{ name: 'asc' }, { templateId: 'asc' }],
      take: 200,
    }),
    readAcceptedTermsInScope(scope),
    readBusinessDay(businessId),
  ]);
  const today = day.slice(0, 10);
  const patterns = rows.flatMap(({ clientIdPattern }) => clientIdPattern ?? []);
  const [sequences, people] = await Promise.all([
    database().paymentIdSequence.findMany({ where: { businessId, pattern: { in: patterns } } }),
    database().person.findMany({
      where: { id: { in: [...new Set(rows.map((row) => row.personId))] } },
      select: { id: true, name: true },
    }),
  ]);
  const nextNumbers = new Map(sequences.map(({ pattern, next }) => [pattern, next]));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const templates = rows.map((row) => {
    const fields = storedFields.parse(row.fields);
    const { clientIdPattern } = row;
    return {
      templateId: row.templateId,
      name: row.name,
      shared: row.shared,
      isMine: row.personId === personId,
      owner: names.get(row.personId) ?? '',
      fields,
      clientIdPattern,
      nextClientId:
        clientIdPattern === null
          ? null
          : renderPattern(clientIdPattern, today, nextNumbers.get(clientIdPattern) ?? 1n),
      problems: findTemplateProblems(businessId, fields, accepted),
    };
  });
  return { templates, today };
}
