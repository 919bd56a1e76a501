/**
 * The expected effects of the commands for operators, written by hand and independent of the code. These commands need no
 * role: access to the database and the secrets is enough. So each change is audited as `operator`.
 */

/** The people and the business on which the commands act. `free` has no account. */
type OperatorPlace = { readonly business: string; readonly member: string; readonly free: string };

type OperatorExpectation = {
  readonly words: (place: OperatorPlace) => readonly string[];
  /** The actions in the audit log. None: the command reads, or has nothing to do here. */
  readonly audits: readonly string[];
};

const at = ({ business }: OperatorPlace) => ['--business', business];

/** Every way to call `npm run person`, in an order in which each of them finds something to do. */
export const operatorCommands: readonly OperatorExpectation[] = [
  { words: (place) => ['list', ...at(place)], audits: [] },
  { words: (place) => ['invite', place.free, 'viewer', ...at(place)], audits: ['invitation.create'] },
  { words: (place) => ['role', place.member, 'accountant', ...at(place)], audits: ['role.grant'] },
  { words: (place) => ['disable', place.member, ...at(place)], audits: ['member.disable'] },
  { words: (place) => ['enable', place.member, ...at(place)], audits: ['member.enable'] },
  { words: ({ member }) => ['disable', member], audits: ['person.disable'] },
  { words: ({ member }) => ['enable', member], audits: ['person.enable'] },
  { words: ({ member }) => ['reset', member, '--password'], audits: ['person.reset-link'] },
  { words: ({ member }) => ['reset', member, '--factor'], audits: ['person.reset-factor'] },
  { words: ({ member }) => ['verify', member], audits: ['person.verify-address'] },
  { words: ({ member }) => ['unlock', member], audits: ['person.unlock'] },
  { words: ({ member }) => ['unlink', member], audits: ['person.unlink-identity'] },
  { words: ({ member }) => ['sign-out', member], audits: ['session.revoke'] },
  // No secret is encrypted under a former key here.
  { words: () => ['rotate-keys'], audits: [] },
];

/** The other programs that change who has access, with the name under which the audit log shows them. */
export const otherPrograms: Readonly<Record<string, string>> = {
  // Creates the first owner or the set-up link, and the demo people of the sandbox.
  'tools/first-data/first-data.ts': 'first-data',
  'tools/first-data/demo-people.ts': 'first-data',
  'tools/first-data/rules.ts': 'first-data',
  'scripts/person.ts': 'operator',
  // Ends all sessions and links of the restored data.
  'scripts/restore.ts': 'restore',
};
