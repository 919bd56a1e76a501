import { createHash } from 'node:crypto';
import pg from 'pg';
import { applyMigrations } from '#lib/database/migrate.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  addImportChunk,
  readReconciliation,
  runBankImports,
  runRules,
  saveRule,
  startImport,
} from '#lib/reconciliation/index.ts';
import { importLimits } from '#lib/reconciliation/model/choices.ts';
import { parseReconciliationQuery, ruleForm, startImportForm } from '#lib/reconciliation/schema.ts';
import type { BusinessId, PersonId, SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

const print = (line: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify({ bench: 'bank', ...line }));
const peakMib = () => Math.round(process.resourceUsage().maxRSS / 1024);
const seconds = (begun: number) => Math.round((performance.now() - begun) / 10) / 100;

const businessId = toId<BusinessId>('0b6f0d1e-0000-4000-8000-00000000bank'.replace('bank', '0ba4'));

/** Lines of a day: one payout of many deposits, lines that name their deposits, and lines of one deposit by amount. */
const linesPerDay = 500;
/** Every fourth line pays out one deposit and names none. */
const hasNames = (line: number): boolean => line % 4 !== 0;
const isPayout = (line: number): boolean => line % linesPerDay === 0;

/** Inserts deposits, so that each line has its own, and a person of finance. */
async function fill(client: pg.Client, lines: number, depositsPerLine: number): Promise<PersonActor> {
  const { rows } = await client.query<{ person: string }>(
    `WITH business AS (INSERT INTO business (id, name) VALUES ($1, 'Bench') RETURNING id),
          person AS (INSERT INTO person (email, name, password_hash) VALUES ('finance@bench.test', 'Bench', '') RETURNING id),
          member AS (INSERT INTO membership (person_id, business_id, role)
                       SELECT person.id, business.id, 'finance' FROM person, business)
     SELECT person.id::text AS person FROM person`,
    [businessId],
  );
  await client.query(
    `INSERT INTO payment (business_id, payment_id, client_payment_id, first_observed_at, changed_at, sort_at)
     VALUES ($1, gen_random_uuid(), 'bench', now(), now(), now())`,
    [businessId],
  );
  // The IDs follow from the line and the part, so that the statement can name them.
  await client.query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                          deposit_received_at, sort_at, first_observed_at, changed_at)
     SELECT $1, md5(line || ' ' || part)::uuid, (SELECT payment_id FROM payment LIMIT 1), 'CONFIRMED', 'EUR',
            (line * 7 + part + 1)::numeric / 100, at, at, at, at
       FROM generate_series(0, $2::int - 1) AS line, generate_series(0, $3::int - 1) AS part,
            LATERAL (SELECT timestamptz '2026-01-01 10:00Z' + (line / ${linesPerDay}) * interval '1 day'
                            + part * interval '1 second' AS at) AS time
      WHERE line % 4 <> 0 OR line % ${linesPerDay} = 0 OR part = 0`,
    [businessId, lines, depositsPerLine],
  );
  await client.query('ANALYZE deposit');
  return {
    kind: 'person',
    personId: toId<PersonId>(rows[0]?.person ?? ''),
    sessionId: toId<SessionId>('00000000-0000-4000-a000-000000000000'),
    email: 'finance@bench.test',
    name: 'Bench',
    roles: new Map([[businessId, 'finance']]),
    hasSecondFactor: true,
  };
}

const nameDeposit = (line: number, part: number): string =>
  createHash('md5').update(`${line} ${part}`).digest('hex');

type File = { readonly lines: number; readonly depositsPerLine: number; readonly padding: number };

/** Yields the rows of the file, each on the day after its deposits. */
function* listRows({ lines, depositsPerLine, padding }: File): Generator<string> {
  const rest = padding > 0 ? ` ${'x'.repeat(padding - 1)}` : '';
  yield 'Date,Amount,Currency,Bank reference,Description\n';
  for (let line = 0; line < lines; line += 1) {
    const parts = hasNames(line) || isPayout(line) ? depositsPerLine : 1;
    const cents = Array.from({ length: parts }, (_part, part) => line * 7 + part + 1).reduce(
      (sum, one) => sum + one,
      0,
    );
    const at = Date.UTC(2026, 0, 2 + Math.floor(line / linesPerDay));
    const digits = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const names = hasNames(line)
      ? Array.from({ length: parts }, (_part, part) => nameDeposit(line, part))
      : [];
    const text = isPayout(line) ? `Payout ${line}` : `Settlement ${names.join(' ')}`;
    yield `${new Date(at).toISOString().slice(0, 10)},${digits},EUR,S${String(line).padStart(8, '0')},${text}${rest}\n`;
  }
}

/** Uploads the file part by part, so that its bytes take no memory of the bench. */
async function upload(context: Context<PersonActor>, file: File): Promise<void> {
  let size = 0;
  for (const row of listRows(file)) size += row.length;
  print({
    ...{ lines: file.lines, deposits: file.lines * file.depositsPerLine },
    ...{ mib: Math.round(size / 1_048_576), peakMib: peakMib() },
  });
  const columns = ['day', 'amount', 'currency', 'reference', 'details'];
  const mapping = { columns, currency: 'EUR', decimalSign: null, dayOrder: null };
  const { importId } = await startImport(
    context,
    startImportForm.parse({ businessId, fileName: 'bench.csv', size, mapping, headers: columns }),
  );
  const { chunkBytes } = importLimits;
  let number = 0;
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    await addImportChunk(context, { businessId, importId, number: String(number), body });
    number += 1;
  };
  let text = '';
  for (const row of listRows(file)) {
    text += row;
    if (text.length < chunkBytes) continue;
    await send(new TextEncoder().encode(text.slice(0, chunkBytes)));
    text = text.slice(chunkBytes);
  }
  if (text !== '') await send(new TextEncoder().encode(text));
}

/** Runs the bench. Returns whether all lines were imported and the goals of time and memory were met. */
export async function benchBank(url: string, file: File): Promise<boolean> {
  const { lines, depositsPerLine } = file;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await applyMigrations(client);
  const context = createContext(await fill(client, lines, depositsPerLine));
  await client.end();
  await upload(context, file);
  const system = createContext({ kind: 'system', name: 'bank-imports' });
  const imported = performance.now();
  await runBankImports(system, new AbortController().signal);
  print({ step: 'import', seconds: seconds(imported), peakMib: peakMib() });
  const rule = { businessId, ruleId: null, currency: 'EUR', records: 'deposit', days: '3', tolerance: '0' };
  const rules = [
    { kind: 'identifier', name: 'Named deposits', contains: 'settlement' },
    { kind: 'amount', name: 'Single deposits', contains: 'settlement' },
    { kind: 'batch', name: 'Payouts', contains: 'payout' },
  ];
  let slowest = 0;
  for (const fields of rules) {
    const begun = performance.now();
    await saveRule(context, ruleForm.parse({ ...rule, ...fields, joinsLines: false, suggests: false }));
    await runBankImports(system, new AbortController().signal);
    const taken = seconds(begun);
    slowest = Math.max(slowest, taken);
    const { ruleRun } = await readReconciliation(context, businessId, parseReconciliationQuery({}));
    print({ step: `match with ${fields.name}`, seconds: taken, ...ruleRun, peakMib: peakMib() });
  }
  const again = performance.now();
  await runRules(context, { businessId, currency: 'EUR' });
  await runBankImports(system, new AbortController().signal);
  print({ step: 'match what is left', seconds: seconds(again), peakMib: peakMib() });
  const read = performance.now();
  const page = await readReconciliation(context, businessId, parseReconciliationQuery({ period: '2026-Q1' }));
  print({ step: 'page of a quarter', seconds: seconds(read), totals: page.lineTotals });
  return page.imports[0]?.added === lines && slowest <= 30 && peakMib() <= 512;
}
