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

type Given = { readonly reasons: readonly Flaw[]; readonly maySeeRisk: boolean };

/** A stored body as this person may see it, and whether there is or may be risk detail in it. */
export function shownContent(
  kind: string,
  bytes: Uint8Array,
  given: Given,
): { readonly content: CallbackContent; readonly hasRisk: boolean } {
  const body = parse(bytes);
  const { body: rest, removed } =
    body === undefined ? { body: null, removed: ['unreadable'] } : withoutRisk(body);
  const hasRisk = removed.length > 0;
  if (given.maySeeRisk || !hasRisk) {
    const content = asItCame(kind, bytes, body, given);
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
      fields: fieldsOf(kind, rest, { reasons, maySeeRisk: false }),
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

function asItCame(kind: string, bytes: Uint8Array, body: Json | undefined, given: Given): CallbackContent {
  const { reasons } = given;
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
    fields: body === undefined ? null : fieldsOf(kind, body, given),
  };
}

/** What the interface names, be it there or not, and then what else stands in the body. */
function fieldsOf(kind: string, body: Json, { reasons, maySeeRisk }: Given): readonly ReadField[] | null {
  if (!isJsonObject(body)) return null;
  const shape = shapes[kind] ?? {};
  const problem = (name: string) =>
    reasons.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem ?? null;
  const understood = readNames(kind, body);
  const named = Object.keys(shape)
    // What was taken out is not absent.
    .filter((name) => maySeeRisk || !isRiskField(name) || name in body)
    .map((name): ReadField => {
      const written = name in body ? writtenIn(body, name) : null;
      const value = understood.get(name) ?? null;
      return {
        name,
        written,
        isNull: body[name] === null,
        understood: value === written || value === body[name] ? null : value,
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
        isNull: body[name] === null,
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

/** Texts that would look like another value without their quotes. */
const needsQuotes = /^(?:|null|true|false)$/;

function writtenIn(body: JsonObject, name: string): string {
  const value = body[name] ?? null;
  const isPlain = typeof value === 'string' && !needsQuotes.test(value);
  return visible(hideSecret(isPlain ? value : writeJson(value, 2)));
}
