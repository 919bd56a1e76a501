import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecretBytes, maskSecrets } from '#lib/platform/mask-secrets.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { isRiskField, isRiskPath, riskFieldLabels, withoutRisk } from '#lib/service/contract/risk-fields.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes, writeJson } from '#lib/values/lossless-json.ts';
import { hexDump, markedText, utf8, visible } from '../model/displayed-bytes.ts';
import type { CallbackContent, ReadField } from '../schema/message.ts';

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

const isRisky = ({ path }: Flaw): boolean => isRiskPath(path);

type Given = {
  readonly reasons: readonly Flaw[];
  readonly maySeeRisk: boolean;
  /** Secrets of callback addresses, which nobody sees. */
  readonly secrets: Secrets;
};

/** A stored body as this person may see it, and whether there is or may be risk detail in it. */
export function toRedactedContent(
  kind: string,
  bytes: Uint8Array,
  given: Given,
): { readonly content: CallbackContent; readonly hasRisk: boolean } {
  const body = parse(bytes);
  const { body: rest, removed } =
    body === undefined ? { body: null, removed: ['unreadable'] } : withoutRisk(body);
  const hasRisk = removed.length > 0;
  const content = given.maySeeRisk
    ? asItCame(kind, bytes, body, given)
    : withoutHidden(kind, body === undefined ? undefined : rest, given);
  return { content: { ...content, reasons: maskReasons(content.reasons, given) }, hasRisk };
}

const maskReasons = (reasons: readonly Flaw[], { secrets }: Given): readonly Flaw[] =>
  reasons.map(({ path, problem }) => ({
    path: maskSecrets(path, secrets),
    problem: maskSecrets(problem, secrets),
  }));

/** Written anew whether risk detail was left out or not: how it was set would tell the one from the other. */
function withoutHidden(kind: string, rest: Json | undefined, given: Given): CallbackContent {
  const reasons = given.reasons.filter((reason) => !isRisky(reason));
  if (rest === undefined)
    return { shownAs: 'withheld', segments: [], reasons: [], removed: [], masked: false, fields: null };
  const text = writeJson(rest, 2);
  const shown = maskSecrets(text, given.secrets);
  return {
    shownAs: 'text',
    segments: markedText(shown, reasons),
    reasons,
    removed: riskFieldLabels,
    masked: shown !== text,
    fields: fieldsOf(kind, rest, { ...given, reasons, maySeeRisk: false }),
  };
}

/** Bytes that nobody has read, as text where they are UTF-8, else in hexadecimal digits; our secrets hidden. */
export function toRedactedText(
  bytes: Uint8Array,
  secrets: Secrets,
): { readonly shownAs: 'text' | 'hex'; readonly text: string; readonly masked: boolean } {
  const text = utf8(bytes);
  if (text !== null) {
    const shown = maskSecrets(text, secrets);
    return { shownAs: 'text', text: visible(shown), masked: shown !== text };
  }
  const shown = maskSecretBytes(bytes, secrets);
  return { shownAs: 'hex', text: hexDump(shown), masked: shown !== bytes };
}

function asItCame(kind: string, bytes: Uint8Array, body: Json | undefined, given: Given): CallbackContent {
  const { reasons, secrets } = given;
  const text = utf8(bytes);
  if (text === null) {
    const dump = toRedactedText(bytes, secrets);
    const segments = [{ text: dump.text, mark: null }];
    return { shownAs: 'hex', segments, reasons, removed: [], masked: dump.masked, fields: null };
  }
  const shown = maskSecrets(text, secrets);
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
function fieldsOf(kind: string, body: Json, given: Given): readonly ReadField[] | null {
  if (!isJsonObject(body)) return null;
  const { maySeeRisk, secrets } = given;
  const reasons = maskReasons(given.reasons, given);
  const shape = shapes[kind] ?? {};
  const problem = (name: string) =>
    reasons.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem ?? null;
  const understood = readNames(kind, body);
  const named = Object.keys(shape)
    // What was taken out is not absent.
    .filter((name) => maySeeRisk || !isRiskField(name) || name in body)
    .map((name): ReadField => {
      const written = name in body ? writtenIn(body, name, secrets) : null;
      const read = understood.get(name) ?? null;
      const value = read === null ? null : maskSecrets(read, secrets);
      return {
        name,
        written,
        isNull: body[name] === null,
        understood: value === written || read === body[name] ? null : value,
        problem: problem(name),
        isNamed: true,
      };
    });
  const others = Object.keys(body)
    .filter((name) => !(name in shape))
    .map(
      (name): ReadField => ({
        name: visible(maskSecrets(name, secrets)),
        written: writtenIn(body, name, secrets),
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

function writtenIn(body: JsonObject, name: string, secrets: Secrets): string {
  const value = body[name] ?? null;
  const isPlain = typeof value === 'string' && !needsQuotes.test(value);
  return visible(maskSecrets(isPlain ? value : writeJson(value, 2), secrets));
}
