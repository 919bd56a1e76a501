import type { Tenant } from '#lib/database/testing/tenant.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { inspectFile, startImport } from '../import-files.ts';
import { addImportChunk, readReconciliation, runBankImports, saveRule } from '../index.ts';
import { readReconciliationSettings } from '../reconciliation-setting.ts';
import type { RuleInput } from '../schema.ts';
import { inspectFileForm, parseReconciliationQuery, ruleForm, startImportForm } from '../schema.ts';

/** Writes a camt.053 statement in euros: day, signed amount, reference and text of each entry. */
export const writeCamt = (
  entries: readonly (readonly [day: string, amount: string, reference: string, text?: string])[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries
  .map(
    ([day, amount, reference, text = '']) =>
      `<Ntry><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
  )
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`;

const partSize = 1_048_576;

/** Uploads a statement as finance. Returns the ID of its import, which waits. */
export async function uploadStatement(
  { businessId, as }: Tenant,
  text: string,
  fileName = 'statement.xml',
): Promise<string> {
  const body = new TextEncoder().encode(text);
  const start = Buffer.from(body.subarray(0, 65_536)).toString('base64');
  const inspected = await inspectFile(as.finance, inspectFileForm.parse({ businessId, start }));
  const { format, headers, mapping } = inspected;
  const { importId } = await startImport(
    as.finance,
    startImportForm.parse({
      ...{ businessId, fileName, size: body.length, headers },
      mapping: format === 'csv' ? { ...mapping, currency: mapping.currency || 'EUR' } : null,
    }),
  );
  for (let at = 0; at * partSize < body.length; at += 1)
    await addImportChunk(as.finance, {
      ...{ businessId, importId, number: String(at) },
      body: new Uint8Array(body.subarray(at * partSize, (at + 1) * partSize)),
    });
  return importId;
}

/** Returns an import as the page shows it. */
export async function readImport({ businessId, as }: Tenant, importId: string) {
  const { imports } = await readReconciliation(as.viewer, businessId, parseReconciliationQuery({}));
  const found = imports.find((one) => one.importId === importId);
  if (found === undefined) throw new Error('the import is missing');
  return found;
}

/** Uploads a statement as finance and reads it. Returns its import. */
export async function importStatement(tenant: Tenant, text: string, fileName?: string) {
  const importId = await uploadStatement(tenant, text, fileName);
  await runBankJob();
  return readImport(tenant, importId);
}

/** A rule for payouts of deposits in euros. */
export const toRule = ({ businessId }: Tenant, fields: Partial<RuleInput> = {}) =>
  ruleForm.parse({
    ...{ businessId, ruleId: null, name: 'Payouts', currency: 'EUR', kind: 'batch', records: 'deposit' },
    ...{ contains: '', days: '5', tolerance: '0', joinsLines: false, suggests: false },
    ...fields,
  });

/** Runs the job, which reads files and applies changed rules. */
const runBankJob = () => runBankImports(systemContext('bank-imports'), new AbortController().signal);

/** Saves a rule as finance, and applies the rules. Returns what they match. */
export async function saveAndApply(tenant: Tenant, rule: Parameters<typeof saveRule>[1]) {
  await saveRule(tenant.as.finance, rule);
  return applyRules(tenant, rule.currency);
}

/** Applies the rules that a person has changed. Returns what they match. */
export async function applyRules(tenant: Tenant, currency = 'EUR') {
  await runBankJob();
  const { ruleRuns } = await readReconciliationSettings(tenant.businessId);
  const run = ruleRuns.find((one) => one.currency === currency);
  if (run?.state !== 'done') throw new Error(`the rules are not applied: ${run?.state}`);
  return { lines: run.lines, matches: run.matches };
}

/** Reads the page of a period as a viewer. */
export function readPeriod(
  { businessId, as }: Tenant,
  period: string,
  parameters: Record<string, string> = {},
) {
  if (parsePeriod(period) === null) throw new Error(`no period: ${period}`);
  const query = parseReconciliationQuery({ currency: 'EUR', period, ...parameters });
  return readReconciliation(as.viewer, businessId, query);
}

/** Returns the number of items by state. */
export const countStates = (totals: readonly { readonly state: string; readonly count: number }[]) =>
  Object.fromEntries(totals.map(({ state, count }) => [state, count]));
