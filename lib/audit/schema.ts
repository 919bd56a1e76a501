import { plain } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import type { Instant } from '#lib/values/instant.ts';
import { auditActions, auditAreas, auditObjects } from './schema-choices.ts';

/** The filters of the audit log, by their name in the address. */
export const auditList = {
  name: 'audit',
  filters: {
    area: { kind: 'choice', label: 'Area', choices: auditAreas },
    /** A person's id, or the name of the part of the system that acted; the page offers the people. */
    actor: { kind: 'choice', label: 'Who', choices: [{ value: 'system', label: 'Countinghouse itself' }] },
    objectType: { kind: 'choice', label: 'Kind of object', choices: plain(auditObjects) },
    action: { kind: 'choice', label: 'Action', choices: plain(auditActions) },
    // Reached from an entry: nobody picks an identifier from a list.
    object: { kind: 'choice', label: 'Object', choices: [] },
    request: { kind: 'choice', label: 'Request', choices: [] },
    change: {
      kind: 'choice',
      label: 'Tells',
      choices: [
        { value: 'before', label: 'What was before' },
        { value: 'after', label: 'What was after' },
        { value: 'nothing', label: 'Nothing more' },
      ],
    },
    chain: {
      kind: 'choice',
      label: 'Chain',
      choices: [
        { value: 'business', label: 'This business' },
        { value: 'sign-ins', label: 'Sign-ins' },
      ],
    },
    at: { kind: 'days', label: 'When', orders: 'own' },
  },
} as const satisfies ListSpec;

type Actor = { readonly kind: string; readonly id: string; readonly name: string };

export type AuditRow = {
  readonly entryId: string;
  /** Of this business, or a sign-in of one of its people, which stands in a chain of all businesses. */
  readonly chain: 'business' | 'sign-ins';
  /** Its place in that chain. */
  readonly sequence: string;
  readonly at: Instant;
  readonly actor: Actor;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** The person that it was done to, where the object is one. */
  readonly objectName: string | null;
  /** The beginning of what was written down, in one line; null where nothing was. */
  readonly summary: string | null;
  readonly requestId: string;
};

/** An entry whole. */
export type AuditEntry = AuditRow & {
  /** Indented JSON; null where nothing was written down. */
  readonly before: string | null;
  readonly after: string | null;
  /** Hexadecimal: of the entry, and of the one before it in the chain. */
  readonly hash: string;
  readonly previous: string;
};

/** Whoever is a member here, by name. */
export type AuditPerson = { readonly personId: string; readonly name: string };
