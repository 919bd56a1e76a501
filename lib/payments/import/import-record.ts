import 'server-only';
import { createHash } from 'node:crypto';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tPaymentsDomain } from '#lib/messages/payments.ts';
import { observeAnswer, previewImport } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import { stripRisk } from '#lib/service/contract/strip-risk.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { settleIntent } from '../create/settle-intent.ts';
import type { ImportForm, ImportResult, ImportView } from './schema.ts';

/**
 * Removes risk fields for a person without `risk.read`, before the record is compared or stored: the comparison would
 * otherwise reveal stored values.
 */
function prepareBody({ may }: Scope, text: string) {
  const stripped = may('risk.read') ? { text, isStripped: false } : stripRisk(text);
  return { body: new TextEncoder().encode(stripped.text), ignoresRisk: stripped.isStripped };
}

/**
 * Previews the import of a payment record (§2.3) or of a create answer (§4.1). Stores nothing.
 *
 * @throws Problem 'not-found', 'forbidden', or 'invalid' when the text is no payment record of this business.
 */
export async function checkImport(context: Context<PersonActor>, form: ImportForm): Promise<ImportView> {
  const scope = requirePermission(context, form.businessId, 'import');
  const { businessId } = scope;
  const { body, ignoresRisk } = prepareBody(scope, form.text);
  const preview = await previewImport({ businessId, body, maySeeRisk: scope.may('risk.read') });
  if (preview.kind === 'refused') throw createImportProblem(preview, body);
  const { kind: _, withheld, ...view } = preview;
  await auditShownRisk(context, businessId, preview);
  return {
    ...view,
    ignoresRisk,
    withheld: withheld.map(({ value, ...where }) => ({ ...where, offered: value, held: null })),
  };
}

/**
 * Imports a payment record. Stores its bytes with the person and the file name, fills missing values, and settles a
 * request with an unknown outcome. Never marks anything as paid.
 *
 * @throws the problems of `checkImport`.
 */
export async function importRecord(context: Context<PersonActor>, form: ImportForm): Promise<ImportResult> {
  const scope = requirePermission(context, form.businessId, 'import');
  const { businessId } = scope;
  const { body } = prepareBody(scope, form.text);
  const fileName = form.fileName === null ? null : storableText(form.fileName);
  return inTransaction(async (transaction) => {
    const observed = await observeAnswer(transaction, {
      businessId,
      source: 'import',
      startedAt: context.clock.now(),
      body,
      personId: context.actor.personId,
      maySeeRisk: scope.may('risk.read'),
      ...(fileName !== null && { fileName }),
    });
    if (observed.kind === 'refused') throw createImportProblem(observed, body);
    const { paymentId } = observed;
    // Without risk.read nothing of risk was brought.
    const changed = observed.changed || observed.riskChanged;
    await settleIntent(transaction, context, {
      businessId,
      clientPaymentId: observed.clientPaymentId,
      paymentId,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment.import',
      objectType: 'payment',
      objectId: paymentId,
      after: {
        fileName,
        sha256: createHash('sha256').update(body).digest('hex'),
        changed,
      },
    });
    return { paymentId, changed };
  });
}

/** A preview that shows stored risk detail is a view of it. */
async function auditShownRisk(
  context: Context<PersonActor>,
  businessId: BusinessId,
  { keeps }: { keeps: readonly { readonly depositId: string | null; readonly field: string }[] },
): Promise<void> {
  const shown = keeps.flatMap(({ depositId, field }) => (isRiskField(field) ? (depositId ?? []) : []));
  if (shown.length === 0) return;
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'deposit-risk.view',
      objectType: 'deposit',
      objectId: [...new Set(shown)].join(','),
    }),
  );
}

/** Returns the message of a syntax error in the body, or null for valid JSON. */
function findSyntaxError(body: Uint8Array<ArrayBuffer>): string | null {
  try {
    parseJsonBytes(body);
    return null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}

/** Explains why a record can't be imported, with its first three flaws. */
function createImportProblem(
  { reason, flaws }: { reason: string; flaws: readonly Flaw[] },
  body: Uint8Array<ArrayBuffer>,
): Problem {
  const first = flaws
    .slice(0, 3)
    .map(({ path, problem }) =>
      path === ''
        ? tPaymentsDomain('import.recordFlaw', { problem })
        : tPaymentsDomain('import.fieldFlaw', { path, problem }),
    );
  const syntaxError = findSyntaxError(body);
  const words = syntaxError === null ? reason : tPaymentsDomain('import.notJson', { problem: syntaxError });
  return new Problem('invalid', tPaymentsDomain('import.failed'), {
    fieldErrors: { text: [[words, ...first].join(' ').slice(0, 500)] },
  });
}
