import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { removeRisk, riskFieldNames } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Json } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJson, parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import { sha256 } from '../parse/content-id.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';

/** A callback about a deposit or withdrawal, as it is compared with the others about it. */
export type GroupedCallback = {
  readonly id: MessageId;
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly subjectId: string | null;
  readonly body: Uint8Array;
  readonly receivedAt: number;
};

/** Returns a new callback as it is compared. */
export const toGroupedCallback = ({ id, observation, parsed }: PreparedCallback): GroupedCallback => {
  const { businessId, kind, body, receivedAt } = observation;
  return { id, businessId, kind, subjectId: parsed.subjectId, body, receivedAt };
};

/** The pattern of a body that names a risk field. Another spelling of a name has an escape. */
const riskPattern = `${riskFieldNames.join('|')}|\\\\u`;
const riskExpression = new RegExp(riskPattern, 'i');

/** Returns whether a callback can have risk detail. A deposit callback has none by the interface. */
const namesRisk = ({ kind, body }: Pick<GroupedCallback, 'kind' | 'body'>): boolean =>
  kind === 'withdrawal' || riskExpression.test(Buffer.from(body).toString('latin1'));

/** Returns what people without risk.read see of a callback, in one order of its keys. Null if it is no JSON. */
function toVisibleContent(body: Uint8Array): string | null {
  try {
    const visible = sortKeys(removeRisk(parseJsonBytes(body).value).body);
    return sha256(new TextEncoder().encode(writeJson(visible))).toString('base64');
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sortKeys(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sortKeys(item)]));
}

/** A callback that is shown on its own to people without risk.read. */
class ShownCallback {
  readonly id: string;
  readonly receivedAt: number;
  readonly namesRisk: boolean;
  readonly #body: Uint8Array;
  #content: string | null | undefined;

  constructor(callback: Pick<GroupedCallback, 'kind' | 'body' | 'receivedAt'> & { readonly id: string }) {
    this.id = callback.id;
    this.receivedAt = callback.receivedAt;
    this.namesRisk = namesRisk(callback);
    this.#body = callback.body;
  }

  /** Returns whether the two differ, and in nothing but risk detail. */
  differsInRiskOnly(other: ShownCallback): boolean {
    if (this.id === other.id || !(this.namesRisk || other.namesRisk)) return false;
    this.#content ??= toVisibleContent(this.#body);
    other.#content ??= toVisibleContent(other.#body);
    return this.#content !== null && this.#content === other.#content && !isSame(this.#body, other.#body);
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/**
 * The stored callbacks about some deposits and withdrawals that are shown on their own. A callback that differs from an
 * earlier one only in risk detail is shown with it: a row of its own would reveal to people without risk.read that such
 * detail arrived. Callbacks with and without effect are compared apart.
 */
export class CallbackGroups {
  readonly #shown = new Map<string, ShownCallback[]>();

  /** Adds a callback that is shown on its own. */
  add(callback: Omit<GroupedCallback, 'id'> & { readonly id: string }, hasEffect: boolean): void {
    const key = toKey(callback, hasEffect);
    this.#shown.set(key, [...(this.#shown.get(key) ?? []), new ShownCallback(callback)]);
  }

  /** Returns the callback that this one is shown with, or null. */
  find(callback: GroupedCallback, hasEffect: boolean): VisibleDuplicate | null {
    const others = this.#shown.get(toKey(callback, hasEffect));
    if (others === undefined) return null;
    const own = new ShownCallback(callback);
    const head = others.find((other) => other.differsInRiskOnly(own));
    return head === undefined ? null : { id: head.id, receivedAt: head.receivedAt };
  }

  /** Finds the callback that this one is shown with, and adds it if there is none. */
  place(callback: GroupedCallback, hasEffect: boolean): VisibleDuplicate | null {
    if (callback.subjectId === null) return null;
    const head = this.find(callback, hasEffect);
    if (head === null) this.add(callback, hasEffect);
    return head;
  }
}

const toKey = (
  { businessId, subjectId, kind }: Pick<GroupedCallback, 'businessId' | 'subjectId' | 'kind'>,
  hasEffect: boolean,
): string => `${businessId} ${subjectId} ${kind} ${hasEffect}`;

/**
 * Returns the SQL of the callbacks that `toGroupParameters` ask for, with the number of the first parameter. Of deposits
 * without a new callback that names risk, only those that name it are read. OFFSET 0 as in `readBatch`.
 */
export const buildShownSql = (first: number): string => `
  SELECT asked.business_id::text, asked.subject_id::text AS id, json_build_object('kind', asked.kind, 'id', shown.id,
         'at', shown.first_received_at, 'hasEffect', shown.has_effect, 'body', encode(shown.body, 'base64'))::text AS row
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::boolean[])
           AS asked (business_id, subject_id, kind, names_risk),
         LATERAL (SELECT own.*, row_number() OVER (PARTITION BY has_effect ORDER BY first_received_at, own.id) AS place FROM (
           SELECT id, kind, body, shown_with, first_received_at, verdict IN ('applied', 'new-version') AS has_effect
             FROM callback_message WHERE callback_message.business_id = asked.business_id
              AND callback_message.subject_id = asked.subject_id OFFSET 0) AS own
          WHERE own.kind = asked.kind AND own.shown_with IS NULL) AS shown
   WHERE shown.place <= 100 AND (asked.names_risk OR encode(shown.body, 'escape') ~* '${riskPattern}')`;

/** Returns the parameters of `buildShownSql` that read what these callbacks are compared with. */
export function toGroupParameters(callbacks: readonly GroupedCallback[]): unknown[] {
  const asked = new Map<string, GroupedCallback & { readonly namesRisk: boolean }>();
  for (const one of callbacks) {
    if (one.subjectId === null) continue;
    const key = toKey(one, true);
    if (asked.get(key)?.namesRisk !== true) asked.set(key, { ...one, namesRisk: namesRisk(one) });
  }
  const subjects = [...asked.values()];
  return [
    subjects.map(({ businessId }) => businessId),
    subjects.map(({ subjectId }) => subjectId),
    subjects.map(({ kind }) => kind),
    subjects.map((one) => one.namesRisk),
  ];
}

const shownRow = z.object({
  kind: z.string(),
  id: z.string(),
  at: z.string(),
  hasEffect: z.boolean(),
  body: z.string(),
});

/** Returns the groups of the rows of `buildShownSql`. */
export function toCallbackGroups(
  rows: readonly { readonly businessId: BusinessId; readonly id: string; readonly row: string }[],
): CallbackGroups {
  const groups = new CallbackGroups();
  const shown = rows.map(({ businessId, id: subjectId, row }) => {
    const { at, body, ...rest } = shownRow.parse(parseJson(row).value);
    return { ...rest, businessId, subjectId, receivedAt: Date.parse(at), body: Buffer.from(body, 'base64') };
  });
  const inOrder = shown.toSorted(
    (left, right) => left.receivedAt - right.receivedAt || (left.id < right.id ? -1 : 1),
  );
  for (const { hasEffect, ...callback } of inOrder) groups.add(callback, hasEffect);
  return groups;
}

const shownRows = z.array(
  z.object({
    business_id: z.string().transform((id) => toId<BusinessId>(id)),
    id: z.string(),
    row: z.string(),
  }),
);

/** Reads the stored callbacks that these are compared with. */
export async function readCallbackGroups(
  statements: PlainTransaction,
  callbacks: readonly GroupedCallback[],
): Promise<CallbackGroups> {
  if (callbacks.every(({ subjectId }) => subjectId === null)) return new CallbackGroups();
  const rows = shownRows.parse(await statements.run(buildShownSql(1), toGroupParameters(callbacks)));
  return toCallbackGroups(rows.map(({ business_id: businessId, ...rest }) => ({ businessId, ...rest })));
}

/**
 * Returns the SQL that prepares callbacks with these `ids` for leaving their groups. The first of those that were shown with
 * one of them is shown on its own then, and the others are shown with it.
 */
export const buildLeaveGroupSql = (ids: string): string => `
  UPDATE callback_message AS member SET shown_with = CASE WHEN member.id <> left_behind.heir THEN left_behind.heir END
    FROM (SELECT id, first_value(id) OVER (PARTITION BY shown_with ORDER BY first_received_at, id) AS heir
            FROM callback_message WHERE shown_with = ANY(${ids}::uuid[])) AS left_behind
   WHERE member.id = left_behind.id`;
