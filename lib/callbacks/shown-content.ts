import 'server-only';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { isRiskField, withoutRisk } from '#lib/service/contract/risk-fields.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes, writeJson } from '#lib/values/lossless-json.ts';
import { hexDump, markedText, utf8, visible } from './model-shown-bytes.ts';
import type { CallbackContent, ReadField } from './schema-message.ts';

const shapes: Readonly<Record<string, Parameters<typeof readLeniently>[0]['shape']>> = {
  'deposit-received': depositCallback.shape,
  withdrawal: withdrawalCallback.in.shape,
};

function parse(bytes: Uint8Array): Json | undefined {
  try {
    return parseJsonBytes(bytes).value;
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return undefined;
    throw thrown;
  }
}

/** The secret part of a callback address of ours, in a body: its slashes may be escaped. */
const ownAddress = /(\\?\/api\\?\/callbacks\\?\/[0-9a-f-]{36}\\?\/)[\w-]{16,}/gi;
const hideSecret = (text: string): string => text.replace(ownAddress, '$1…');

const isRisky = ({ path }: Flaw): boolean => path.split('.').some(isRiskField);

/** A stored body as this person may see it, and whether there is or may be risk detail in it. */
export function shownContent(
  kind: string,
  bytes: Uint8Array,
  given: { readonly reasons: readonly Flaw[]; readonly maySeeRisk: boolean },
): { readonly content: CallbackContent; readonly hasRisk: boolean } {
  const body = parse(bytes);
  const { body: rest, removed } =
    body === undefined ? { body: null, removed: ['unreadable'] } : withoutRisk(body);
  const hasRisk = removed.length > 0;
  if (given.maySeeRisk || !hasRisk) {
    const content = asItCame(kind, bytes, body, given.reasons);
    return { content, hasRisk };
  }
  const reasons = given.reasons.filter((reason) => !isRisky(reason));
  if (body === undefined)
    return {
      content: { shownAs: 'withheld', segments: [], reasons, removed: [], masked: false, fields: null },
      hasRisk,
    };
  const text = writeJson(rest, 2);
  const shown = hideSecret(text);
  return {
    content: {
      shownAs: 'text',
      segments: markedText(shown, reasons),
      reasons,
      removed,
      masked: shown !== text,
      fields: fieldsOf(kind, rest, reasons),
    },
    hasRisk,
  };
}

/** Bytes that nobody has read, as text where they are UTF-8, else in hexadecimal digits; our secrets hidden. */
export function shownText(bytes: Uint8Array): { shownAs: 'text' | 'hex'; text: string } {
  const text = utf8(bytes);
  if (text !== null) return { shownAs: 'text', text: visible(hideSecret(text)) };
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const shown = letters.replace(ownAddress, '$1***');
  return { shownAs: 'hex', text: hexDump(Uint8Array.from(shown, (letter) => letter.charCodeAt(0))) };
}

function asItCame(
  kind: string,
  bytes: Uint8Array,
  body: Json | undefined,
  reasons: readonly Flaw[],
): CallbackContent {
  const text = utf8(bytes);
  if (text === null) {
    const dump = shownText(bytes);
    const masked = dump.text !== hexDump(bytes);
    const segments = [{ text: dump.text, mark: null }];
    return { shownAs: 'hex', segments, reasons, removed: [], masked, fields: null };
  }
  const shown = hideSecret(text);
  return {
    shownAs: 'text',
    segments: markedText(shown, reasons),
    reasons,
    removed: [],
    masked: shown !== text,
    fields: body === undefined ? null : fieldsOf(kind, body, reasons),
  };
}

function fieldsOf(kind: string, body: Json, reasons: readonly Flaw[]): readonly ReadField[] | null {
  if (!isJsonObject(body)) return null;
  const shape = shapes[kind] ?? {};
  const problem = (name: string) =>
    reasons.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem ?? null;
  const understood = readNames(kind, body);
  const named = Object.keys(shape)
    .filter((name) => !isRiskField(name) || name in body)
    .filter((name) => name in body || problem(name) !== null)
    .map((name): ReadField => {
      const written = name in body ? writtenIn(body, name) : null;
      const value = understood.get(name) ?? null;
      return {
        name,
        written,
        understood: value === written ? null : value,
        problem: problem(name),
        isNamed: true,
      };
    });
  const others = Object.keys(body)
    .filter((name) => !(name in shape))
    .map(
      (name): ReadField => ({
        name: visible(name),
        written: writtenIn(body, name),
        understood: null,
        problem: problem(name),
        isNamed: kind === 'deposit-exchanged',
      }),
    );
  return [...named, ...others];
}

/** What was understood of each field, in plain digits where it is a number. */
function readNames(kind: string, body: Json): ReadonlyMap<string, string> {
  if (kind === 'deposit-received') return texts(readLeniently(depositCallback, body).record);
  if (kind === 'withdrawal') return texts(readLeniently(withdrawalCallback.in, body).record);
  return new Map();
}

const texts = (record: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
    ),
  );

function writtenIn(body: JsonObject, name: string): string {
  const value = body[name] ?? null;
  return visible(hideSecret(typeof value === 'string' ? value : writeJson(value, 2)));
}
