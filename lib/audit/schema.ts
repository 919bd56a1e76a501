import type { ListSpec } from '#lib/lists/model/query.ts';
import { tAudit, tAuditPage } from '#lib/messages/audit.ts';
import { tAuditActions } from '#lib/messages/audit-actions.ts';
import type { Instant } from '#lib/values/instant.ts';
import { auditActions, auditAreas, auditObjects } from './schema-choices.ts';

const isAction = (code: string): code is (typeof auditActions)[number] | 'person.create' =>
  code === 'person.create' || auditActions.some((action) => action === code);
const isObjectType = (code: string): code is (typeof auditObjects)[number] =>
  auditObjects.some((type) => type === code);

/** Returns the label of an action, or its code if it has none. */
export const formatAuditAction = (code: string): string => (isAction(code) ? tAuditActions(code) : code);

/** Returns the label of an object type, or its code if it has none. */
export const formatAuditObjectType = (code: string): string =>
  isObjectType(code) ? tAudit(`objects.${code}`) : code;

const actionChoices = auditActions.map((value) => ({ value, label: formatAuditAction(value) }));
const objectTypeChoices = auditObjects.map((value) => ({ value, label: formatAuditObjectType(value) }));

/** The list of the audit log: filters by their URL name. */
export const auditList = {
  name: 'audit',
  filters: {
    area: { kind: 'choice', label: tAuditPage('filters.area'), choices: auditAreas },
    /** A person's id or `system`. The page adds the people. */
    actor: {
      kind: 'choice',
      label: tAuditPage('filters.actor'),
      choices: [{ value: 'system', label: tAuditPage('system') }],
    },
    objectType: { kind: 'choice', label: tAuditPage('filters.objectType'), choices: objectTypeChoices },
    action: { kind: 'choice', label: tAuditPage('filters.action'), choices: actionChoices },
    // Linked from entries. People don't choose an identifier from a list.
    object: { kind: 'choice', label: tAuditPage('filters.object'), choices: [] },
    request: { kind: 'choice', label: tAuditPage('filters.request'), choices: [] },
    change: {
      kind: 'choice',
      label: tAuditPage('filters.change'),
      choices: [
        { value: 'before', label: tAuditPage('change.before') },
        { value: 'after', label: tAuditPage('change.after') },
        { value: 'nothing', label: tAuditPage('change.nothing') },
      ],
    },
    chain: {
      kind: 'choice',
      label: tAuditPage('filters.chain'),
      choices: [
        { value: 'business', label: tAuditPage('chain.business') },
        { value: 'sign-ins', label: tAuditPage('chain.sign-ins') },
      ],
    },
    at: { kind: 'days', label: tAuditPage('filters.at'), orders: 'own' },
  },
} as const satisfies ListSpec;

type Actor = { readonly kind: string; readonly id: string; readonly name: string };

export type AuditRow = {
  readonly entryId: string;
  /** The business's own chain, or the chain with the sign-ins of all businesses. */
  readonly chain: 'business' | 'sign-ins';
  /** The number of the entry in its chain. Empty for readers from whom entries are hidden. */
  readonly sequence: string;
  readonly at: Instant;
  readonly actor: Actor;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** The name of the person that the entry refers to, if its object is a person. */
  readonly objectName: string | null;
  /** The first details in words, or null without details. */
  readonly summary: readonly AuditDetail[] | null;
  readonly requestId: string;
};

/** A value in words. `id`: the ID of an object that is not named here. */
export type AuditDetailValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'time'; readonly at: Instant }
  | { readonly kind: 'id'; readonly id: string };
/** A recorded value with the earlier one. Null: there is none. */
export type AuditDetail = {
  readonly label: string;
  readonly earlier: AuditDetailValue | null;
  readonly value: AuditDetailValue | null;
  /** The value was only proposed: the earlier one remains in effect. */
  readonly isProposed?: true;
};

/** A complete entry. */
export type AuditEntry = Omit<AuditRow, 'summary'> & {
  /** Indented JSON, or null without values. */
  readonly before: string | null;
  readonly after: string | null;
  /** Hexadecimal hashes of this entry and of the previous entry in the chain. Empty for auditors. */
  readonly hash: string;
  readonly previous: string;
};

/** A complete entry with its values in words. */
export type AuditEntryView = AuditEntry & { readonly details: readonly AuditDetail[] };

/** The check of the newest entries of a business's own chain against their hashes. */
export type ChainCheck = {
  readonly checked: number;
  /** The numbers of the first and the last checked entry. */
  readonly from: string;
  readonly to: string;
  /** The number of the first entry that differs from the one that was written, or null if none does. Empty: hidden. */
  readonly changedAt: string | null;
};

/** A member of the business who can be filtered by. */
export type AuditPerson = { readonly personId: string; readonly name: string };
