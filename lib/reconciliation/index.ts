import 'server-only';

/**
 * Bank and wallet statements, and what their lines belong to. Each line, credited deposit and completed withdrawal is in
 * exactly one state. Lines that pay deposits out are the settlements received of lib/statements.
 */

export { addImportChunk, startImport } from './import-files.ts';
export { readCandidates, readImports, readReconciliation, readRefusedLines } from './queries/page.ts';
export { runRules, saveRule } from './rules.ts';
export { runBankImports } from './run-imports.ts';
