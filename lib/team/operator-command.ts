import 'server-only';
import { parseArgs } from 'node:util';
import { rotateFactorKeys } from '#lib/factors/index.ts';
import { tOperator } from '#lib/messages/people.ts';
import { tTeam } from '#lib/messages/team.ts';
import { disablePerson, enablePerson, findAccount, revokeSessions } from '#lib/people/index.ts';
import { emailAddress } from '#lib/people/schema.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import { assignableRoles, formatRole, hasEnd } from '#lib/values/roles.ts';
import { changeRoleAsOperator } from './change-role.ts';
import { disableMemberAsOperator, enableMemberAsOperator } from './disable-member.ts';
import { invitePersonAsOperator } from './invite-person.ts';
import type { OperatorPerson } from './operator-queries.ts';
import { listBusinessIds, listOwnerlessBusinesses, listPeople } from './operator-queries.ts';
import { resetFactorAsOperator } from './reset-factor.ts';
import { createPasswordResetAsOperator } from './reset-password.ts';
import { unlockAccount } from './unlock-account.ts';
import { verifyAddressAsOperator } from './verify-address.ts';

/** The answer of a command: lines for people, and one object for programs. */
type OperatorAnswer = { readonly lines: readonly string[]; readonly json: object };

type Flags = {
  readonly business?: string | undefined;
  readonly mail?: boolean | undefined;
  readonly password?: boolean | undefined;
  readonly factor?: boolean | undefined;
  readonly until?: string | undefined;
};
export type OperatorCommand = (
  context: Context<SystemActor>,
  words: readonly string[],
  flags: Flags,
) => Promise<OperatorAnswer>;

const fail = (message: string) => new Problem('invalid', message);
const usage = () => fail(tOperator('usage', { roles: assignableRoles.join(', ') }));

/** Returns the address in the first of `count` words. Throws Problem 'invalid'. */
export function readOperatorEmail(words: readonly string[], count: number): string {
  if (words.length !== count) throw usage();
  const parsed = emailAddress.safeParse(words[0]);
  if (!parsed.success) throw fail(parsed.error.issues[0]?.message ?? '');
  return parsed.data;
}

/** Returns the role, and the last day of an auditor, which no other role has. */
function readRole(text: string | undefined, lastDay: string | undefined) {
  const role = assignableRoles.find((one) => one === text);
  if (role === undefined || hasEnd(role) !== (lastDay !== undefined)) throw usage();
  return { role, lastDay };
}

async function requirePerson(email: string): Promise<PersonId> {
  const account = await findAccount(email);
  if (account === null) throw new Problem('not-found', tTeam('problem.noAccount'));
  return account.personId;
}

/** Returns the named business, or the only one. */
async function findBusiness(named: string | undefined): Promise<BusinessId> {
  const ids = await listBusinessIds();
  if (named !== undefined) {
    const id = parseId<BusinessId>(named);
    if (id === null || !ids.includes(id)) throw fail(tOperator('businessUnknown', { id: named }));
    return id;
  }
  const [only, ...others] = ids;
  if (only === undefined || others.length > 0)
    throw fail(tOperator('businessMissing', { count: String(ids.length), ids: ids.join(', ') }));
  return only;
}

const invite: OperatorCommand = async (context, words, flags) => {
  const email = readOperatorEmail(words, 2);
  const { role, lastDay } = readRole(words[1], flags.until);
  const businessId = await findBusiness(flags.business);
  const delivery = flags.mail === true ? 'mail' : 'link';
  const invitation = { businessId, email, role, lastDay, delivery } as const;
  const { link, expiresAt } = await invitePersonAsOperator(context, invitation);
  const time = toDate(expiresAt).toISOString();
  const text = tOperator(link === null ? 'mailed' : 'invited', { email, role: formatRole(role), time });
  return {
    lines: link === null ? [text] : [text, link],
    json: { email, role, businessId, link, expiresAt: time },
  };
};

const role: OperatorCommand = async (context, words, flags) => {
  const email = readOperatorEmail(words, 2);
  const { role: newRole, lastDay } = readRole(words[1], flags.until);
  const businessId = await findBusiness(flags.business);
  const personId = await requirePerson(email);
  await changeRoleAsOperator(context, { businessId, personId, role: newRole, lastDay });
  return {
    lines: [tOperator('changed.role', { email, role: formatRole(newRole) })],
    json: { email, role: newRole, businessId },
  };
};

async function setDisabled(
  context: Context<SystemActor>,
  words: readonly string[],
  { business }: Flags,
  action: 'disable' | 'enable',
): Promise<OperatorAnswer> {
  const email = readOperatorEmail(words, 1);
  const personId = await requirePerson(email);
  const verbs = {
    disable: { account: disablePerson, member: disableMemberAsOperator },
    enable: { account: enablePerson, member: enableMemberAsOperator },
  }[action];
  const businessId = business === undefined ? null : await findBusiness(business);
  const { changed } =
    businessId === null
      ? await verbs.account(context, personId)
      : await verbs.member(context, { businessId, personId });
  const businessesWithoutOwner = await listOwnerlessBusinesses(personId);
  return {
    lines: [
      tOperator(changed ? `changed.${action}` : 'unchanged', { email }),
      ...(businessesWithoutOwner.length === 0
        ? []
        : [tOperator('ownerless', { ids: businessesWithoutOwner.join(', ') })]),
    ],
    json: { email, businessId, changed, businessesWithoutOwner },
  };
}

async function resetFactor(context: Context<SystemActor>, email: string): Promise<OperatorAnswer> {
  const { changed } = await resetFactorAsOperator(context, await requirePerson(email));
  return {
    lines: [tOperator(changed ? 'changed.factor' : 'unchanged', { email })],
    json: { email, changed },
  };
}

const reset: OperatorCommand = async (context, words, flags) => {
  if ((flags.password === true) === (flags.factor === true)) throw usage();
  const email = readOperatorEmail(words, 1);
  if (flags.factor === true) return resetFactor(context, email);
  const { link, expiresAt } = await createPasswordResetAsOperator(context, await requirePerson(email));
  const time = toDate(expiresAt).toISOString();
  return {
    lines: [tOperator('reset', { email, time }), ...(link === null ? [] : [link])],
    json: { email, link, expiresAt: time },
  };
};

const verify: OperatorCommand = async (context, words) => {
  const email = readOperatorEmail(words, 1);
  const { changed } = await verifyAddressAsOperator(context, await requirePerson(email));
  return {
    lines: [tOperator(changed ? 'changed.verify' : 'unchanged', { email })],
    json: { email, changed },
  };
};

const unlock: OperatorCommand = async (context, words) => {
  const email = readOperatorEmail(words, 1);
  const { changed } = await unlockAccount(context, email);
  return {
    lines: [tOperator(changed ? 'changed.unlock' : 'unchanged', { email })],
    json: { email, changed },
  };
};

function describePerson({ email, name, disabled, memberships }: OperatorPerson): string {
  const access = memberships.map(
    (one) => `${one.businessId} ${one.role}${one.disabled ? ` (${tOperator('disabledHere')})` : ''}`,
  );
  const state = disabled ? ` (${tOperator('accountDisabled')})` : '';
  return `${email}  ${name}${state}  ${access.join(', ') || tOperator('noBusiness')}`;
}

const list: OperatorCommand = async (_context, words, flags) => {
  if (words.length > 0) throw usage();
  const people = await listPeople(flags.business === undefined ? null : await findBusiness(flags.business));
  return {
    lines: people.length === 0 ? [tOperator('noPeople')] : people.map(describePerson),
    json: { people },
  };
};

const signOut: OperatorCommand = async (context, words) => {
  const email = readOperatorEmail(words, 1);
  const { changed, endedSessions } = await revokeSessions(context, await requirePerson(email));
  return {
    lines: [
      changed
        ? tOperator('changed.signOut', { email, count: endedSessions })
        : tOperator('unchanged', { email }),
    ],
    json: { email, changed, endedSessions },
  };
};

const rotateKeys: OperatorCommand = async (context, words) => {
  if (words.length > 0) throw usage();
  const { rotated, unreadable } = await rotateFactorKeys(context);
  return {
    lines: [
      tOperator('rotated', { count: rotated }),
      ...(unreadable > 0 ? [tOperator('unreadable', { count: unreadable })] : []),
    ],
    json: { rotated, unreadable },
  };
};

const commands: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ['invite', invite],
  ['role', role],
  ['disable', (context, words, flags) => setDisabled(context, words, flags, 'disable')],
  ['enable', (context, words, flags) => setDisabled(context, words, flags, 'enable')],
  ['reset', reset],
  ['verify', verify],
  ['unlock', unlock],
  ['sign-out', signOut],
  ['rotate-keys', rotateKeys],
  ['list', list],
]);

/** The names of the commands of this room. */
export const operatorCommandNames: readonly string[] = [...commands.keys()];

const options = {
  json: { type: 'boolean' },
  business: { type: 'string' },
  mail: { type: 'boolean' },
  password: { type: 'boolean' },
  factor: { type: 'boolean' },
  until: { type: 'string' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw usage();
  }
}

/**
 * Runs `npm run person -- …` and returns what to print. Every change is audited with the actor of the context. `more` are
 * the commands of rooms above this one.
 *
 * @throws Problem with the message for the operator
 */
export async function runOperatorCommand(
  context: Context<SystemActor>,
  args: readonly string[],
  more: Readonly<Record<string, OperatorCommand>> = {},
): Promise<string> {
  const { values, positionals } = parse(args);
  const { json, ...flags } = values;
  const [name, ...words] = positionals;
  const command = commands.get(name ?? '') ?? new Map(Object.entries(more)).get(name ?? '');
  if (command === undefined) throw usage();
  const answer = await command(context, words, flags);
  return json === true ? JSON.stringify(answer.json) : answer.lines.join('\n');
}
