import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { toRedactedText } from '#lib/callbacks/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReports } from '#lib/messages/overview.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { maskSecrets } from '#lib/platform/mask-secrets.ts';
import { removeRisk, riskFieldLabels } from '#lib/service/contract/risk-fields.ts';
import { listCallbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Json } from '#lib/values/json.ts';
import { JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { RawView } from '../schema/timeline.ts';

const observationId = /^(answer|callback)-(.+)$/;

/** Finds a body by its reference. A person who may see all bytes also finds it by its id, which is made from them. */
async function findBody(transaction: Transaction, { businessId, may }: Scope, kind: string, id: string) {
  const maySeeRisk = may('risk.read');
  const where = {
    businessId,
    // Without the permission, content that differs only in risk detail doesn't exist. The first content
    // represents it.
    ...(maySeeRisk ? { OR: [{ id }, { reference: id }] } : { reference: id, shownWith: null }),
  };
  const select = { id: true, body: true } as const;
  return kind === 'answer'
    ? transaction.serviceAnswer.findFirst({
        where: { ...where, ...(!maySeeRisk && { riskOnly: false }) },
        select,
      })
    : transaction.callbackMessage.findFirst({ where, select });
}

function parse(bytes: Uint8Array): Json | undefined {
  try {
    return parseJsonBytes(bytes).value;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return undefined;
    throw thrown;
  }
}

/**
 * Returns stored content with every number as written. Without the permission risk detail is removed, and unreadable
 * content is withheld. A view of risk detail is audited. Throws Problem.
 */
export async function viewStoredContent(
  context: Context<PersonActor>,
  business: string,
  observation: string,
): Promise<RawView> {
  const scope = requirePermission(context, business, 'read');
  const [, kind = '', id = ''] = observationId.exec(observation) ?? [];
  const secrets = await listCallbackSecrets();
  return inTransaction(async (transaction) => {
    const row = isUuid(id) ? await findBody(transaction, scope, kind, id) : null;
    if (!row) throw new Problem('not-found', tReports('contentNotFound'));
    const body = parse(row.body);
    const { body: rest, removed } = body === undefined ? unreadable : removeRisk(body);
    if (scope.may('risk.read')) {
      if (removed.length > 0) await auditView(transaction, context, scope, { kind, id: row.id });
      const text =
        body === undefined
          ? toRedactedText(row.body, secrets).text
          : maskSecrets(writeJson(body, 2), secrets);
      return { text, removed: [], why: null };
    }
    if (body !== undefined)
      return { text: maskSecrets(writeJson(rest, 2), secrets), removed: riskFieldLabels, why: null };
    return {
      text: null,
      removed: [],
      why: tReports('contentUnreadable'),
    };
  });
}

/** Unreadable content may hold risk detail, so its view is audited. */
const unreadable = { body: null, removed: ['unreadable body'] } as const;

async function auditView(
  transaction: Transaction,
  context: Context<PersonActor>,
  scope: Scope,
  { kind, id }: { kind: string; id: string },
): Promise<void> {
  await writeAudit(transaction, context, {
    businessId: scope.businessId,
    action: 'risk.view-raw',
    objectType: kind,
    objectId: id,
  });
}
