import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { calledName, listNodes } from './source-files.ts';

/** Verbs that check no permission themselves, each with its reason. They still write an audit entry. */
const withoutPermission: Readonly<Record<string, string>> = {
  'lib/people/sign-out.ts': 'every person may end their own session',
  'lib/team/accept-invitation.ts':
    'a person who accepts has no role yet; the token of the invitation is checked instead',
  'lib/single-sign-on/reauthenticate-with-identity.ts':
    'every person may confirm who they are, for their own session',
};

/** Verbs that write no audit entry, each with its reason. They still check the permission. */
const withoutAudit: Readonly<Record<string, string>> = {
  'lib/drafts/save-draft.ts': 'unsent text is no change of the business, and must not be in the audit log',
  'lib/notifications/mark-read.ts': 'reading a notification of one’s own is no change of the business',
};

/** Functions that write an audit entry. */
const auditWriters = [
  'writeAudit',
  'writeAuditNotes',
  'writeAuditOnce',
  'writeAuditPerBusiness',
  'recordReauthentication',
] as const;

type Verb = ts.FunctionDeclaration & { readonly body: ts.Block };

const isVerb = (node: ts.Node): node is Verb => ts.isFunctionDeclaration(node) && node.body !== undefined;

const isExported = (verb: Verb) =>
  verb.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;

/**
 * Lists the calls of a verb in the order of the text. Calls of functions in the same file are replaced by their
 * calls.
 */
function listCalls(file: SourceFile, verb: Verb, unfolded: readonly Verb[] = []): string[] {
  const neighbours = file.tree.statements.filter(isVerb);
  const calls: string[] = [];
  for (const node of listNodes(verb.body)) {
    const name = calledName(node);
    if (name === undefined) continue;
    calls.push(name);
    const neighbour = neighbours.find((other) => other.name?.text === name);
    if (neighbour !== undefined && neighbour !== verb && !unfolded.includes(neighbour)) {
      calls.push(...listCalls(file, neighbour, [...unfolded, verb]));
    }
  }
  return calls;
}

/**
 * Returns true for a person's verb that opens a transaction before it checks a permission, or that writes no audit
 * entry.
 */
export function isUnguardedVerb(file: SourceFile, node: ts.Node): boolean {
  if (!isVerb(node) || !isExported(node)) return false;
  const isOfAPerson = node.parameters.some((given) =>
    given.type?.getText(file.tree).includes('Context<PersonActor>'),
  );
  if (!isOfAPerson) return false;
  const calls = listCalls(file, node);
  const opens = calls.indexOf('inTransaction');
  if (opens < 0) return false;
  const asks = calls.indexOf('requirePermission');
  const isAllowed = withoutPermission[file.path] !== undefined || (asks >= 0 && asks < opens);
  const isAudited =
    withoutAudit[file.path] !== undefined || auditWriters.some((writer) => calls.includes(writer));
  return !isAllowed || !isAudited;
}
