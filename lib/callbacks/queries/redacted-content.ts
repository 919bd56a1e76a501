import 'server-only';
import type { Secrets } from '#lib/platform/mask-secrets.ts';
import { maskSecretBytes, maskSecrets } from '#lib/platform/mask-secrets.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { readLeniently } from '#lib/service/contract/lenient.ts';
import { isRiskField, isRiskPath, removeRisk, riskFieldLabels } from '#lib/service/contract/risk-fields.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import { decodeUtf8, escapeInvisible, formatHexDump, splitAtReasons } from '../model/displayed-bytes.ts';
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

const concernsRisk = ({ path }: Flaw): boolean => isRiskPath(path);

type RedactionOptions = {
  readonly reasons: readonly Flaw[];
  readonly maySeeRisk: boolean;
  /** Secrets of callback addresses, which no one may see. */
  readonly secrets: Secrets;
};

/** Returns a stored body as this person may see it. `hasRisk` is set if it has or may have risk detail. */
export function toRedactedContent(
  kind: string,
  bytes: Uint8Array,
  options: RedactionOptions,
): { readonly content: CallbackContent; readonly hasRisk: boolean } {
  const body = parse(bytes);
  const { body: rest, removed } =
    body === undefined ? { body: null, removed: ['unreadable'] } : removeRisk(body);
  const hasRisk = removed.length > 0;
  const content = options.maySeeRisk
    ? showUnchanged(kind, bytes, body, options)
    : showRedacted(kind, body === undefined ? undefined : rest, options);
  return { content: { ...content, reasons: maskReasons(content.reasons, options) }, hasRisk };
}

const maskReasons = (reasons: readonly Flaw[], { secrets }: RedactionOptions): readonly Flaw[] =>
  reasons.map(({ path, problem }) => ({
    path: maskSecrets(path, secrets),
    problem: maskSecrets(problem, secrets),
  }));

/** Formats the body, also if no risk detail was removed: the original format would reveal that. */
function showRedacted(kind: string, rest: Json | undefined, options: RedactionOptions): CallbackContent {
  const reasons = options.reasons.filter((reason) => !concernsRisk(reason));
  if (rest === undefined)
    return { displayFormat: 'withheld', segments: [], reasons: [], removed: [], masked: false, fields: null };
  const text = writeJson(rest, 2);
  const shown = maskSecrets(text, options.secrets);
  return {
    displayFormat: 'text',
    segments: splitAtReasons(shown, reasons),
    reasons,
    removed: riskFieldLabels,
    masked: shown !== text,
    fields: listFields(kind, rest, { ...options, reasons, maySeeRisk: false }),
  };
}

/** Returns unparsed bytes as text if they are UTF-8, else as a hex dump. Our secrets are masked. */
export function toRedactedText(
  bytes: Uint8Array,
  secrets: Secrets,
): { readonly displayFormat: 'text' | 'hex'; readonly text: string; readonly masked: boolean } {
  const text = decodeUtf8(bytes);
  if (text !== null) {
    const shown = maskSecrets(text, secrets);
    return { displayFormat: 'text', text: escapeInvisible(shown), masked: shown !== text };
  }
  const shown = maskSecretBytes(bytes, secrets);
  return { displayFormat: 'hex', text: formatHexDump(shown), masked: shown !== bytes };
}

function showUnchanged(
  kind: string,
  bytes: Uint8Array,
  body: Json | undefined,
  options: RedactionOptions,
): CallbackContent {
  const { reasons, secrets } = options;
  const text = decodeUtf8(bytes);
  if (text === null) {
    const dump = toRedactedText(bytes, secrets);
    const segments = [{ text: dump.text, mark: null }];
    return { displayFormat: 'hex', segments, reasons, removed: [], masked: dump.masked, fields: null };
  }
  const shown = maskSecrets(text, secrets);
  return {
    displayFormat: 'text',
    segments: splitAtReasons(shown, reasons),
    reasons,
    removed: [],
    masked: shown !== text,
    fields: body === undefined ? null : listFields(kind, body, options),
  };
}

/** Lists the fields of the interface, present or not, and then all others of the body. */
function listFields(kind: string, body: Json, options: RedactionOptions): readonly ReadField[] | null {
  if (!isJsonObject(body)) return null;
  const { maySeeRisk, secrets } = options;
  const reasons = maskReasons(options.reasons, options);
  const shape = shapes[kind] ?? {};
  const problem = (name: string) =>
    reasons.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem ?? null;
  const parsed = parseFields(kind, body);
  const named = Object.keys(shape)
    // Removed fields are not listed as absent.
    .filter((name) => maySeeRisk || !isRiskField(name) || name in body)
    .map((name): ReadField => {
      const written = name in body ? formatWritten(body, name, secrets) : null;
      const read = parsed.get(name) ?? null;
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
        name: escapeInvisible(maskSecrets(name, secrets)),
        written: formatWritten(body, name, secrets),
        isNull: body[name] === null,
        understood: null,
        problem: problem(name),
        isNamed: kind === 'deposit-exchanged',
      }),
    );
  return [...named, ...others];
}

/** Returns the parsed value of each field as text; numbers are plain digits. */
function parseFields(kind: string, body: Json): ReadonlyMap<string, string> {
  if (kind === 'deposit-received') return toTexts(readLeniently(depositCallback, body).record);
  if (kind === 'withdrawal') return toTexts(readLeniently(withdrawalCallback.in, body).record);
  return new Map();
}

const toTexts = (record: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
    ),
  );

/** Strings that look like another value without their quotes. */
const needsQuotes = /^(?:|null|true|false)$/;

function formatWritten(body: JsonObject, name: string, secrets: Secrets): string {
  const value = body[name] ?? null;
  const isPlain = typeof value === 'string' && !needsQuotes.test(value);
  return escapeInvisible(maskSecrets(isPlain ? value : writeJson(value, 2), secrets));
}
