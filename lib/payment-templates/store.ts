import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentTemplateRefusals } from '#lib/messages/payment-templates.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { TemplateFields } from './model.ts';
import { templateFieldNames } from './model.ts';

/** Most templates of one person in one business. They have to fit into one list. */
const maximumTemplates = 50;

export type StoredTemplate = {
  readonly templateId: string;
  readonly personId: string;
  readonly name: string;
  readonly shared: boolean;
  readonly clientIdPattern: string | null;
  readonly fields: TemplateFields;
};

/** Parses stored values. */
export const storedFields = z.record(z.enum(templateFieldNames), z.string());

const columns = {
  templateId: true,
  personId: true,
  name: true,
  shared: true,
  clientIdPattern: true,
  fields: true,
} as const;

/** @throws Problem 'invalid' when the person already has a template with this name, or too many templates. */
async function checkName(
  transaction: Transaction,
  template: { businessId: BusinessId; personId: string; name: string; templateId?: string },
): Promise<void> {
  const { businessId, personId } = template;
  // Serializes concurrent requests, which otherwise wouldn't see each other's name.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`payment_template ${businessId} ${personId}`}, 0))::text`;
  const existing = await transaction.paymentTemplate.findMany({
    where: { businessId, personId },
    select: { templateId: true, name: true },
  });
  const others = existing.filter(({ templateId }) => templateId !== template.templateId);
  if (others.some(({ name }) => name.toLowerCase() === template.name.toLowerCase()))
    throw new Problem('invalid', tPaymentTemplateRefusals('problem.nameTaken'), {
      fieldErrors: { name: [tPaymentTemplateRefusals('problem.nameTaken')] },
    });
  if (others.length >= maximumTemplates)
    throw new Problem('invalid', tPaymentTemplateRefusals('problem.tooMany', { maximum: maximumTemplates }));
}

/** Stores a new template. @throws Problem 'invalid' when its name is taken, or the person has too many. */
export async function insertTemplate(
  transaction: Transaction,
  template: {
    readonly businessId: BusinessId;
    readonly personId: PersonId;
    readonly name: string;
    readonly shared: boolean;
    readonly fields: TemplateFields;
    readonly clientIdPattern: string | null;
    readonly at: Instant;
  },
): Promise<string> {
  const { at, fields, ...rest } = template;
  await checkName(transaction, rest);
  const now = toDate(at);
  const { templateId } = await transaction.paymentTemplate.create({
    data: { ...rest, fields: { ...fields }, createdAt: now, changedAt: now },
    select: { templateId: true },
  });
  return templateId;
}

/**
 * Locks a template that the person sees until the transaction ends: an own or a shared one.
 *
 * @throws Problem 'conflict' when there is none
 */
export async function lockTemplate(
  transaction: Transaction,
  key: { readonly businessId: BusinessId; readonly templateId: string; readonly personId: PersonId },
): Promise<StoredTemplate> {
  const { businessId, templateId, personId } = key;
  await transaction.$queryRaw`SELECT FROM payment_template WHERE business_id = ${businessId}::uuid
    AND template_id = ${templateId}::uuid FOR UPDATE`;
  const template = await transaction.paymentTemplate.findFirst({
    where: { businessId, templateId, OR: [{ personId }, { shared: true }] },
    select: columns,
  });
  if (template === null) throw new Problem('conflict', tPaymentTemplateRefusals('problem.unavailable'));
  return { ...template, fields: storedFields.parse(template.fields) };
}

/** Saves the changed parts of a template. @throws Problem 'invalid' when the name is taken. */
export async function updateTemplate(
  transaction: Transaction,
  businessId: BusinessId,
  { templateId, personId, name, shared, fields, clientIdPattern }: StoredTemplate,
  at: Instant,
): Promise<void> {
  await checkName(transaction, { businessId, personId, name, templateId });
  await transaction.paymentTemplate.update({
    where: { businessId_templateId: { businessId, templateId } },
    data: { name, shared, fields: { ...fields }, clientIdPattern, changedAt: toDate(at) },
  });
}

/** Deletes a template. The numbers of its pattern stay used. */
export async function removeTemplate(
  transaction: Transaction,
  businessId: BusinessId,
  templateId: string,
): Promise<void> {
  await transaction.paymentTemplate.delete({
    where: { businessId_templateId: { businessId, templateId } },
  });
}

/** Locks the sequence of a pattern until the transaction ends, and returns its next number. */
export async function lockSequence(
  transaction: Transaction,
  businessId: BusinessId,
  pattern: string,
): Promise<bigint> {
  await transaction.paymentIdSequence.createMany({
    data: { businessId, pattern, next: 1n },
    skipDuplicates: true,
  });
  await transaction.$queryRaw`SELECT FROM payment_id_sequence WHERE business_id = ${businessId}::uuid
    AND pattern = ${pattern} FOR UPDATE`;
  const { next } = await transaction.paymentIdSequence.findUniqueOrThrow({
    where: { businessId_pattern: { businessId, pattern } },
  });
  return next;
}

/** Sets the next number of a locked sequence. Numbers only grow, so that none is used twice. */
export async function advanceSequence(
  transaction: Transaction,
  businessId: BusinessId,
  pattern: string,
  next: bigint,
): Promise<void> {
  const { count } = await transaction.paymentIdSequence.updateMany({
    where: { businessId, pattern, next: { lt: next } },
    data: { next },
  });
  if (count === 0) throw new Error('a sequence of client payment IDs only grows');
}

/** Returns the client payment IDs that a request or a payment of the business already has. */
export async function findUsedClientIds(
  transaction: Transaction,
  businessId: BusinessId,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const select = { clientPaymentId: true } as const;
  const clientPaymentId = { in: [...clientIds] };
  const intents = await transaction.paymentIntent.findMany({
    where: { businessId, clientPaymentId },
    select,
  });
  const payments = await transaction.payment.findMany({
    where: { businessId, clientPaymentId },
    select,
  });
  return new Set([...intents, ...payments].flatMap(({ clientPaymentId }) => clientPaymentId ?? []));
}
