import 'server-only';
import { tAuditValues } from '#lib/messages/audit.ts';
import { fromDate, instant } from '#lib/values/instant.ts';
import type { Json, JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber, JsonSyntaxError } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { findCodeWords } from './code-words.ts';
import type { AuditDetail, AuditDetailValue } from './schema.ts';

/** Names of people and of the business by their ID. */
export type EntryNames = ReadonlyMap<string, string>;

/** Fields whose words differ from the words of their code. */
const fields = [
  ...['categories', 'clientIdPattern', 'clientPaymentId', 'dataUntil', 'done', 'dueAt', 'dueHours', 'email'],
  ...[
    'endedSessions',
    'endedSignIns',
    'endedTokens',
    'facts',
    'fileName',
    'filedOn',
    'finding',
    'formerOwner',
  ],
  ...['inForce', 'inShort', 'into', 'joined', 'kind', 'leftOut', 'mailed', 'outcome', 'pastDays'],
  ...['personId', 'proposedBy', 'queued', 'read', 'riskScoreFrom', 'secondFromEur'],
  ...['sameReason', 'sha256', 'shared', 'spec', 'step', 'twoPersonCategories', 'until', 'upTo', 'userAgent'],
  ...['withRisk', 'apiToken', 'displayAmount', 'displayCurrency', 'q', 'said'],
] as const;
type Field = (typeof fields)[number];
const isField = (code: string): code is Field => fields.some((field) => field === code);

/** Fields that hold codes such as `recommend-refund`, never text of a person. */
const codeFields: ReadonlySet<string> = new Set([
  ...['state', 'kind', 'role', 'roles', 'formerOwner', 'verdict', 'delivery', 'outcome', 'method'],
  ...['secondFactor', 'list', 'subject', 'facts', 'ended', 'over', 'serviceStatus', 'statuses'],
  ...['mapping', 'columns', 'source', 'writes', 'posting', 'mode', 'records', 'session.reason'],
]);

/** Codes have only letters. IDs, days and names of other systems in the same fields stay as they are. */
const codeShape = /^[A-Za-z]+(?:[-_][A-Za-z]+)*$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const timeField = /(?:At|until|Until|upTo)$/;
/** Later numbers in a field of a time are milliseconds since 1970. */
const firstMilliseconds = 100_000_000_000;

/** Returns the words of a code: `secondFactor` and `second-factor` are "Second factor". */
function toWords(code: string): string {
  const words = code
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bid\b/g, 'ID');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields whose label depends on the area of the action. */
const areaFields = [
  ...['business.kind', 'payment-batch.done', 'payment-batch.failed', 'payment-batch.unknown'],
  ...['person.kind', 'retention.kind', 'review-case.kind', 'review-case.reference', 'review-case.to'],
  ...['review-desk.kind', 'review-rule.from', 'review-rule.kind', 'review-rule.number', 'review-rule.until'],
] as const;
type AreaField = (typeof areaFields)[number];
const isAreaField = (code: string): code is AreaField => areaFields.some((field) => field === code);

const findArea = (action: string): string => action.split('.')[0] ?? '';

function labelField(code: string, area: string): string {
  const ofArea = `${area}.${code}`;
  if (isAreaField(ofArea)) return tAuditValues(`areaFields.${ofArea}`);
  return isField(code) ? tAuditValues(`fields.${code}`) : toWords(code);
}

function parseTime(field: string, value: Json): AuditDetailValue | null {
  if (typeof value === 'string' && isoTime.test(value)) {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? null : { kind: 'time', at: fromDate(date) };
  }
  if (!(value instanceof JsonNumber) || !timeField.test(field)) return null;
  const milliseconds = Number(value.text);
  return Number.isSafeInteger(milliseconds) && milliseconds >= firstMilliseconds
    ? { kind: 'time', at: instant(milliseconds) }
    : null;
}

const labelPart = (area: string, key: string, text: string): string =>
  tAuditValues('part', { label: labelField(key, area), value: text });

/** Codes as filters and addresses of lists have them: `COMPLIANCE_REVIEW` and `deposit-review`. */
const listCode = /^(?:[a-z]+(?:-[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)$/;

/** Returns the filters of a list in words. A search is text of a person. */
function formatFilters(area: string, filters: Iterable<readonly [string, Json]>): string {
  const toFilterText = (key: string, value: Json): string => {
    if (Array.isArray(value)) return value.map((part) => toFilterText(key, part)).join(', ');
    const text = value instanceof JsonNumber ? value.text : String(value ?? '');
    const parts = key === 'q' ? [text] : text.split(',');
    return parts
      .map((part) => (/status$/i.test(key) || listCode.test(part) ? toWords(part) : part))
      .join(', ');
  };
  const parts = [...filters].map(([key, value]) => labelPart(area, key, toFilterText(key, value)));
  return parts.length === 0 ? tAuditValues('none') : parts.join(' · ');
}

function formatScalar(area: string, field: string, value: string, names: EntryNames): string {
  const words = findCodeWords(area, field, value);
  if (words !== null) return words;
  if (isField(value) && (field === 'mapping' || field === 'columns')) return labelField(value, area);
  if (field === 'state' && value === 'final') return tAuditValues('approved');
  if (codeShape.test(value) && (codeFields.has(field) || codeFields.has(`${area}.${field}`)))
    return toWords(value);
  return names.get(value) ?? value;
}

/** Returns true for null, and for texts, lists and objects without content. */
const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof JsonNumber) && Object.values(value).every(isEmpty));

/** Returns a value as text. Lists of objects become their count. */
function formatText(area: string, field: string, value: Json, names: EntryNames): string {
  if (value === null || isEmpty(value)) return tAuditValues('none');
  if (typeof value === 'boolean') return tAuditValues(value ? 'yes' : 'no');
  if (field === 'query' && typeof value === 'string') return formatFilters(area, new URLSearchParams(value));
  if (field === 'filters' && isJsonObject(value)) return formatFilters(area, Object.entries(value));
  if (typeof value === 'string') return formatScalar(area, field, value, names);
  if (value instanceof JsonNumber) return value.text;
  if (!isJsonObject(value)) {
    return value.some((part) => typeof part === 'object')
      ? tAuditValues('entries', { count: value.length })
      : value.map((part) => formatText(area, field, part, names)).join(', ');
  }
  // The kind says what the object is, so it needs no label.
  return Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .map(([key, part]) => {
      const text = formatText(area, key, part, names);
      return key === 'kind' ? text : labelPart(area, key, text);
    })
    .join(' · ');
}

function toValue(area: string, field: string, value: Json, names: EntryNames): AuditDetailValue {
  const time = parseTime(field, value);
  if (time !== null) return time;
  if (typeof value === 'string' && uuid.test(value) && !names.has(value)) return { kind: 'id', id: value };
  return { kind: 'text', text: formatText(area, field, value, names) };
}

function parseObject(text: string): JsonObject | null {
  try {
    const { value } = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

/** Entries of settings that record the settings in effect and the proposed ones, and change nothing. */
const settingsProposal = /^(?:review-desk|business|creation-limit|retention)\.(?:propose|decline|withdraw)\b/;

const equal = (one: AuditDetailValue, other: AuditDetailValue) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The values of an entry. `cut`: the field whose text was cut. */
type ParsedValues = { readonly values: JsonObject; readonly cut: string | null };

const toParsed = (values: JsonObject | null): ParsedValues | null => values && { values, cut: null };

/** Returns the main values of a request to the service instead of its text, which the technical details show. */
function showRequest({ values: { requestBody, ...values }, cut }: ParsedValues): ParsedValues {
  if (typeof requestBody !== 'string')
    return { values: requestBody === undefined ? values : { requestBody, ...values }, cut };
  const request = parseStart(cut === 'requestBody' ? requestBody.slice(0, -1) : requestBody)?.values ?? {};
  const shown = {
    reference: request['clientPaymentId'],
    amount: request['displayAmount'] ?? request['depositAmount'],
    currency: request['displayCurrency'] ?? request['depositCurrency'],
  };
  const known = Object.entries(shown).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return { values: { ...Object.fromEntries(known), ...values }, cut };
}

/** Returns each value with the earlier one, without unchanged values. A cut value may differ after the cut. */
function joinDetails(
  action: string,
  before: ParsedValues | null,
  after: ParsedValues | null,
  names: EntryNames,
): readonly AuditDetail[] {
  const area = findArea(action);
  const earlier = before && showParts(action, before);
  const later = after && showParts(action, after);
  return Object.entries((later ?? earlier)?.values ?? {}).flatMap(([field, part]): AuditDetail[] => {
    const label = labelField(field, area);
    const value = toValue(area, field, part, names);
    const replaced = later === null ? part : (earlier?.values[field] ?? null);
    if (isEmpty(replaced)) return isEmpty(part) ? [] : [{ label, earlier: null, value }];
    const isProposal = settingsProposal.test(action);
    if (later === null || (isEmpty(part) && !isProposal))
      return [{ label, earlier: toValue(area, field, replaced, names), value: null }];
    const earlierValue = toValue(area, field, replaced, names);
    if (equal(earlierValue, value) && later.cut !== field) return [];
    const change = { label, earlier: earlierValue, value };
    return [isProposal ? { ...change, isProposed: true } : change];
  });
}

/** Fields that the sentence of a rule says. The technical details show them. */
const sentenceFields: ReadonlySet<string> = new Set(['kind', 'spec', 'subject']);

/** Returns the values of a rule without those that its sentence says. Earlier entries have no sentence. */
const showRule = ({ values, cut }: ParsedValues): ParsedValues => ({
  values:
    typeof values['rule'] === 'string'
      ? Object.fromEntries(Object.entries(values).filter(([field]) => !sentenceFields.has(field)))
      : values,
  cut,
});

/** Returns the values of an entry as a reader knows them. All values of a read belong together. */
const showParts = (action: string, { values, cut }: ParsedValues): ParsedValues =>
  action === 'review-case.read'
    ? { values: { read: values }, cut: cut && 'read' }
    : showRule(showRequest({ values, cut }));

/**
 * Returns the values of an entry in words: each new or proposed value with the earlier one, or the removed values if
 * there are no new ones. Unchanged and empty values are left out. Returns no details for values that are not objects.
 */
export const listDetails = (
  action: string,
  before: string | null,
  after: string | null,
  names: EntryNames,
): readonly AuditDetail[] =>
  joinDetails(
    action,
    toParsed(before === null ? null : parseObject(before)),
    toParsed(after === null ? null : parseObject(after)),
    names,
  );

/** Returns the end of the last complete value of an object whose text was cut, or null without one. */
function findLastEnd(text: string): number | null {
  let depth = 0;
  let isInText = false;
  let end: number | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isInText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInText = false;
    } else if (letter === '"') isInText = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === ',' && depth === 1) end = at;
  }
  return end;
}

/** Parses the start of an object's text. Returns null if it contains no complete or cut value. */
function parseStart(text: string): ParsedValues | null {
  const whole = parseObject(text);
  if (whole !== null) return { values: whole, cut: null };
  const cut = parseObject(`${text}…"}`);
  if (cut !== null) return { values: cut, cut: Object.keys(cut).at(-1) ?? null };
  const end = findLastEnd(text);
  return toParsed(end === null ? null : parseObject(`${text.slice(0, end)}}`));
}

/** Returns the changed values in the starts of the texts of an entry in words, or null if there are none. */
export function listFirstDetails(
  action: string,
  before: string | null,
  after: string | null,
  names: EntryNames,
): readonly AuditDetail[] | null {
  const later = after === null ? null : parseStart(after);
  if (after !== null && later === null) return null;
  const details = joinDetails(action, before === null ? null : parseStart(before), later, names);
  return details.length === 0 ? null : details;
}

/** Lists the IDs in the text of values, which may be IDs of people. */
export const listIds = (text: string): readonly string[] =>
  text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? [];
