import 'server-only';
import { createHash } from 'node:crypto';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer, previewImport } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { isRiskField } from '#lib/service/contract/risk-fields.ts';
import { stripRisk } from '#lib/service/contract/strip-risk.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { settleIntent } from '../create/settle-intent.ts';
import type { ImportForm, ImportResult, ImportView } from './schema.ts';

/**
 * What a person may bring of a record. Without risk.read its risk fields are gone before anything is read, compared or
 * stored: a value that fills a gap, or does not, would tell what is there.
 */
function broughtBy({ may }: Scope, text: string) {
  const stripped = may('risk.read') ? { text, isStripped: false } : stripRisk(text);
  return { body: new TextEncoder().encode(stripped.text), ignoresRisk: stripped.isStripped };
}

/**
 * Says what importing a payment record (§2.3, or the answer of §4.1 around it) would do, and stores nothing of it. Throws
 * Problem 'not-found', 'forbidden', and 'invalid' where it is no record of a payment of this business.
 */
export async function checkImport(context: Context<PersonActor>, form: ImportForm): Promise<ImportView> {
  const scope = requirePermission(context, form.businessId, 'import');
  const { businessId } = scope;
  const { body, ignoresRisk } = broughtBy(scope, form.text);
  const preview = await previewImport({ businessId, body, maySeeRisk: scope.may('risk.read') });
  if (preview.kind === 'refused') throw unreadable(preview);
  const { kind: _, withheld, ...view } = preview;
  await auditShownRisk(context, businessId, preview);
  return {
    ...view,
    ignoresRisk,
    withheld: withheld.map(({ value, ...where }) => ({ ...where, offered: value, held: null })),
  };
}

/**
 * Imports a payment record that a person got elsewhere: its bytes, without risk fields that the person may not see, are
 * kept with the person and the file, it fills what nobody told, marks nothing as paid, and settles a request whose outcome was unknown (product 17). Throws as
 * `checkImport` does.
 */
export async function importRecord(context: Context<PersonActor>, form: ImportForm): Promise<ImportResult> {
  const scope = requirePermission(context, form.businessId, 'import');
  const { businessId } = scope;
  const { body } = broughtBy(scope, form.text);
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
    if (observed.kind === 'refused') throw unreadable(observed);
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

/** What can't be read of it, in words for the person who brought it. */
function unreadable({ reason, flaws }: { reason: string; flaws: readonly Flaw[] }): Problem {
  const first = flaws
    .slice(0, 3)
    .map(({ path, problem }) => `${path === '' ? 'The record' : path} ${problem}.`);
  const words = reason.replace(/^The answer /, 'The text ');
  return new Problem('invalid', 'This can’t be imported.', {
    fieldErrors: { text: [[words, ...first].join(' ').slice(0, 500)] },
  });
}
