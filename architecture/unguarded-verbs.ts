import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { calledName, listNodes } from './source-files.ts';

/** Verbs that ask for no permission themselves, each with its reason. They keep a word of it all the same. */
const withoutPermission: Readonly<Record<string, string>> = {
  'lib/people/sign-out.ts': 'everybody may end their own session',
  'lib/payments/create/send-intent.ts': 'the second half of create-payment and send-again, which ask',
};

type Verb = ts.FunctionDeclaration & { readonly body: ts.Block };

const isVerb = (node: ts.Node): node is Verb => ts.isFunctionDeclaration(node) && node.body !== undefined;

const isExported = (verb: Verb) =>
  verb.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** What a verb calls, in the order of the text, with the functions of its own file unfolded. */
function callsOf(file: SourceFile, verb: Verb, unfolded: readonly Verb[] = []): string[] {
  const neighbours = file.tree.statements.filter(isVerb);
  const calls: string[] = [];
  for (const node of listNodes(verb.body)) {
    const name = calledName(node);
    if (name === undefined) continue;
    calls.push(name);
    const neighbour = neighbours.find((other) => other.name?.text === name);
    if (neighbour !== undefined && neighbour !== verb && !unfolded.includes(neighbour)) {
      calls.push(...callsOf(file, neighbour, [...unfolded, verb]));
    }
  }
  return calls;
}

/** Whether a person's verb opens a transaction before it asked for a permission, or keeps no word of what it does. */
export function isUnguardedVerb(file: SourceFile, node: ts.Node): boolean {
  if (!isVerb(node) || !isExported(node)) return false;
  const isOfAPerson = node.parameters.some((given) =>
    given.type?.getText(file.tree).includes('Context<PersonActor>'),
  );
  if (!isOfAPerson) return false;
  const calls = callsOf(file, node);
  const opens = calls.indexOf('inTransaction');
  if (opens < 0) return false;
  const asks = calls.indexOf('requirePermission');
  const isAllowed = withoutPermission[file.path] !== undefined || (asks >= 0 && asks < opens);
  return !isAllowed || !(calls.includes('writeAudit') || calls.includes('writeAuditOnce'));
}
