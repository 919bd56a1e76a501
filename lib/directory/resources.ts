import 'server-only';
import type * as z from 'zod';
import { tDirectory } from '#lib/messages/directory.ts';
import { emailAddress, personName } from '#lib/people/schema.ts';
import { env } from '#lib/platform/env.ts';
import type { Attributes } from './patch.ts';
import type { GroupAttributes, UserAttributes } from './schema-scim.ts';
import { userAttributes } from './schema-scim.ts';
import { ScimError } from './scim-error.ts';
import type { RecordKind, StoredRecord } from './store.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const names = { user: 'User', group: 'Group' } as const;

/** The address of SCIM, which people give to their directory. */
export const scimAddress = (): string => `${env.APP_URL}/api/scim/v2`;

const locate = (kind: RecordKind, id: string): string => `${scimAddress()}/${names[kind]}s/${id}`;

/**
 * Checks attributes by their schema.
 *
 * @throws ScimError 'invalidValue', which names the attribute
 */
export function parseAttributes<Schema extends z.ZodType>(
  schema: Schema,
  attributes: Attributes,
): z.output<Schema> {
  const { data, error } = schema.safeParse(attributes);
  if (error === undefined) return data;
  const attribute = error.issues[0]?.path.map(String).join('.') ?? '';
  throw new ScimError('invalidValue', tDirectory('scim.value', { attribute }));
}

/** Returns what is stored of a user beside its name, state and id. */
export const toStoredUser = ({ displayName, name, emails }: UserAttributes) => ({
  displayName,
  name,
  emails,
});

/** Returns the attributes of a stored user as they were sent. */
export const toUserAttributes = ({ name, externalId, isActive, attributes }: StoredRecord): Attributes => ({
  ...attributes,
  userName: name,
  externalId,
  active: isActive,
});

/** Returns the attributes of a stored group as they were sent. */
export const toGroupAttributes = ({ name, externalId, memberIds }: StoredRecord): Attributes => ({
  displayName: name,
  externalId,
  members: memberIds.map((value) => ({ value })),
});

/**
 * Returns the email address of a user: the primary one, the first one, or the name if it is one.
 *
 * @throws ScimError 'invalidValue' without one
 */
export function readEmail({ userName, emails }: UserAttributes): string {
  const primary = emails.find((email) => email.primary === true) ?? emails[0];
  const { data, error } = emailAddress.safeParse(primary?.value ?? userName);
  if (error !== undefined) throw new ScimError('invalidValue', tDirectory('scim.email'));
  return data;
}

/** Returns the name of a new account: the first of its names in the directory that is one. */
export function readPersonName({ displayName, name }: UserAttributes, email: string): string {
  const parts = [name?.givenName, name?.familyName].filter((part) => part).join(' ');
  const candidates = [displayName, name?.formatted, parts].map((text) => (text ?? '').slice(0, 120));
  const found = candidates.map((text) => personName.safeParse(text).data).find((text) => text !== undefined);
  return found ?? email.slice(0, email.lastIndexOf('@')).slice(0, 120);
}

const toMeta = ({ kind, recordId, createdAt, changedAt }: StoredRecord) => ({
  resourceType: names[kind],
  created: new Date(createdAt).toISOString(),
  lastModified: new Date(changedAt).toISOString(),
  location: locate(kind, recordId),
});

/** Leaves out what the directory never sent. */
const withoutNull = (object: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

/** Writes a user as SCIM has it. */
export function toUserResource(
  record: StoredRecord,
  groups: readonly { readonly id: string; readonly name: string }[],
): Attributes {
  const { displayName, name, emails } = userAttributes.parse(toUserAttributes(record));
  return withoutNull({
    schemas: [userSchema],
    id: record.recordId,
    externalId: record.externalId,
    userName: record.name,
    displayName,
    name: name === null ? null : withoutNull(name),
    active: record.isActive,
    // A user without one has the name as address (`readEmail`).
    emails: emails.length > 0 ? emails.map(withoutNull) : [{ value: record.name, primary: true }],
    groups: groups.map(({ id, name: display }) => ({ value: id, display, $ref: locate('group', id) })),
    meta: toMeta(record),
  });
}

/** Writes a group as SCIM has it. */
export const toGroupResource = (record: StoredRecord): Attributes =>
  withoutNull({
    schemas: [groupSchema],
    id: record.recordId,
    externalId: record.externalId,
    displayName: record.name,
    members:
      record.memberIds.length === 0
        ? null
        : record.memberIds.map((id) => ({ value: id, $ref: locate('user', id) })),
    meta: toMeta(record),
  });

/** Returns the ids of the members, each once. */
export const listMemberIds = ({ members }: GroupAttributes): readonly string[] => [
  ...new Set(members.map(({ value }) => value.toLowerCase())),
];
