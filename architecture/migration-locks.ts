/**
 * Finds statements of migrations that lock a large table for as long as its rows take. A migration runs while callbacks
 * arrive, and its locks are held until it commits.
 */

/** Tables that grow with payments, callbacks or people's work. */
const largeTables: ReadonlySet<string> = new Set([
  'audit_entry',
  'callback_decision',
  'callback_delivery',
  'callback_message',
  'deposit',
  'deposit_reference',
  'deposit_risk',
  'intent_payment',
  'mail_message',
  'money_currency_day',
  'payment',
  'payment_attempt',
  'payment_batch_row',
  'payment_exception',
  'payment_intent',
  'payment_reading_state',
  'record_label',
  'record_note',
  'record_note_text',
  'review_case',
  'review_decision',
  'review_entity',
  'review_fact',
  'review_filing',
  'review_note',
  'review_rule_hit',
  'service_answer',
  'status_day',
  'withdrawal',
  'withdrawal_risk',
]);

/** Checked migrations are newer than this. */
const since = '20261127';

/** Migrations from before this check. They are applied and never change. */
const earlier: ReadonlySet<string> = new Set(['20261127010000_deposit_callbacks_without_risk']);

type Migration = { readonly name: string; readonly sql: string };
export type LockProblem = {
  readonly migration: string;
  readonly statement: string;
  readonly instead: string;
};

type LockRule = { readonly pattern: RegExp; readonly instead: string };

/** Rules of statements that name their table after these words. */
const statementRules: readonly LockRule[] = [
  {
    pattern: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?(\w+)/,
    instead: 'create it with CREATE INDEX CONCURRENTLY, alone in its migration',
  },
  {
    pattern: /^UPDATE (?:ONLY )?(\w+)/,
    instead: 'let a job change the rows in batches; until then read both states',
  },
  { pattern: /^DELETE FROM (?:ONLY )?(\w+)/, instead: 'let a job delete the rows in batches' },
  { pattern: /^(?:LOCK(?: TABLE)?|CLUSTER|VACUUM FULL) (\w+)/, instead: 'leave the table unlocked' },
  { pattern: /^REINDEX TABLE (?!CONCURRENTLY)(\w+)/, instead: 'use REINDEX TABLE CONCURRENTLY' },
];

/** Rules of the actions of ALTER TABLE. */
const alterRules: readonly LockRule[] = [
  {
    pattern: /ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE /,
    instead: 'add a column, let a job fill it, and read it instead',
  },
  {
    pattern:
      /ADD (?:COLUMN )?(?:IF NOT EXISTS )?\w+ (?:.*?(?:gen_random_uuid|random|clock_timestamp|nextval)\s*\(|(?:small|big)?serial\b|.*?GENERATED (?:ALWAYS|BY DEFAULT) AS)/i,
    instead: 'add the column without a default that differs by row, and let a job fill it',
  },
  {
    pattern: /ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)(?!.*NOT VALID)/,
    instead: 'add it NOT VALID, and validate it in a later migration',
  },
  {
    pattern: /ADD (?:CONSTRAINT \w+ )?(?:PRIMARY KEY|UNIQUE|EXCLUDE)(?!.*USING INDEX)/,
    instead: 'create the index CONCURRENTLY, and add the constraint USING INDEX',
  },
  { pattern: /SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)/, instead: 'leave the table as it is' },
];

/** Statements that run outside a transaction. */
const loneStatement = /^(?:(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY|CALL) /i;

const setNotNull = /ALTER (?:COLUMN )?(\w+) SET NOT NULL/g;
const validate = /VALIDATE CONSTRAINT (\w+)/g;

/** Removes comments and the quotes of names, and puts each statement on one line. */
const normalize = (sql: string): string =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the statements. Bodies of functions are left out, because they run later. DO blocks run at once. */
export function listStatements(sql: string): readonly string[] {
  const blocks: string[] = [];
  const outside = sql
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)([\s\S]*?)\1/g, (_all, _tag, body, at, all) => {
      if (/\bDO\s*$/i.test(String(all).slice(0, Number(at)))) blocks.push(String(body));
      return '$$';
    });
  const own = outside
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map(normalize);
  const nested = blocks.flatMap((body) =>
    listStatements(body.replace(/\b(?:BEGIN|DECLARE|THEN|ELSE|LOOP)\b/gi, ';')),
  );
  return [...own, ...nested].filter((statement) => statement !== '' && statement !== 'END');
}

const upper = (statement: string): string =>
  statement.replace(
    /\b(?:create|unique|index|concurrently|on|only|alter|table|add|column|constraint|check|foreign|primary|key|not|valid|set|null|data|type|update|delete|from|lock|validate|using|if|exists)\b/gi,
    (word) => word.toUpperCase(),
  );

const listCreated = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? [],
    ),
  );

/** Checks one ALTER TABLE of a large table. `before` is the SQL of all earlier migrations. */
function checkAlter(statement: string, statements: readonly string[], before: string): readonly string[] {
  const found = alterRules.filter(({ pattern }) => pattern.test(statement)).map(({ instead }) => instead);
  for (const [, column = ''] of statement.matchAll(setNotNull)) {
    const isProved = new RegExp(`CHECK \\(\\(?${column} IS NOT NULL\\)?\\) NOT VALID`).test(before);
    if (!isProved || !/VALIDATE CONSTRAINT/.test(before))
      found.push('first add CHECK (column IS NOT NULL) NOT VALID, and validate it in a later migration');
  }
  for (const [, constraint = ''] of statement.matchAll(validate))
    if (statements.some((other) => other.includes(`ADD CONSTRAINT ${constraint} `)))
      found.push('validate it in a later migration than the one that adds it');
  return found;
}

function checkStatement(
  statement: string,
  {
    statements,
    created,
    before,
  }: { statements: readonly string[]; created: ReadonlySet<string>; before: string },
): readonly string[] {
  const isLarge = (table: string | undefined) =>
    table !== undefined && largeTables.has(table) && !created.has(table);
  const found = statementRules
    .filter(({ pattern }) => isLarge(pattern.exec(statement)?.[1]))
    .map(({ instead }) => instead);
  if (loneStatement.test(statement) && !statements.every((other) => loneStatement.test(other)))
    found.push('put no other statements into its migration, because it runs outside a transaction');
  if (/CONCURRENTLY (?!IF )/.test(statement) && statements.length > 1)
    found.push('add IF NOT EXISTS or IF EXISTS, so that an interrupted migration can be repeated');
  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)/.exec(statement)?.[1];
  return isLarge(altered) ? [...found, ...checkAlter(statement, statements, before)] : found;
}

/** Returns the statements of newer migrations that lock a large table longer than needed, with what to do instead. */
export function findLockProblems(migrations: readonly Migration[]): readonly LockProblem[] {
  const problems: LockProblem[] = [];
  let before = '';
  for (const { name, sql } of [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const statements = listStatements(sql).map(upper);
    if (name >= since && !earlier.has(name)) {
      const created = listCreated(statements);
      for (const statement of statements)
        for (const instead of checkStatement(statement, { statements, created, before }))
          problems.push({ migration: name, statement: statement.slice(0, 120), instead });
    }
    before += `${statements.join(';\n')};\n`;
  }
  return problems;
}
