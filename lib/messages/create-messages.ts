import { cloneElement, isValidElement } from 'react';
import type { createTranslator } from 'use-intl/core';
import formatMessage from 'use-intl/format-message';

/** The language of every text. Another language adds a second set of messages to each area. */
const language = 'en';

type Values = NonNullable<Parameters<typeof formatMessage>[2]>;
type Options = Parameters<typeof formatMessage>[3];

/** Creating a formatter of numbers or plurals is slow, so each is created once. */
function createOnce<Settings extends readonly unknown[], Formatter>(
  create: (...settings: Settings) => Formatter,
): (...settings: Settings) => Formatter {
  const created = new Map<string, Formatter>();
  return (...settings) => {
    const key = JSON.stringify(settings);
    const formatter = created.get(key) ?? create(...settings);
    created.set(key, formatter);
    return formatter;
  };
}

const options: Options = {
  locale: language,
  cache: {
    dateTime: {},
    number: {},
    message: {},
    relativeTime: {},
    pluralRules: {},
    list: {},
    displayNames: {},
  },
  formatters: {
    getDateTimeFormat: createOnce((...settings) => new Intl.DateTimeFormat(...settings)),
    getNumberFormat: createOnce((...settings) => new Intl.NumberFormat(...settings)),
    getPluralRules: createOnce((...settings) => new Intl.PluralRules(...settings)),
    getRelativeTimeFormat: createOnce((...settings) => new Intl.RelativeTimeFormat(...settings)),
    getListFormat: createOnce((...settings) => new Intl.ListFormat(...settings)),
    getDisplayNames: createOnce((...settings) => new Intl.DisplayNames(...settings)),
  },
};

/** A message is a string as it is written, and may be an array once the build has compiled it. */
const isMessage = (value: unknown): value is string => typeof value === 'string' || Array.isArray(value);

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function findMessage(messages: object, key: string): string {
  let found: unknown = messages;
  for (const name of key.split('.')) found = isGroup(found) ? found[name] : undefined;
  if (!isMessage(found)) throw new Error(`There is no message “${key}”.`);
  return found;
}

/** Gives each element of a message a key, because React needs one for each part of a list. */
function withKeys(values: Values): Values {
  let count = 0;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (chunks) => {
            const part = value(chunks);
            return isValidElement(part) ? cloneElement(part, { key: `${name}${count++}` }) : part;
          }
        : value,
    ]),
  );
}

/**
 * Returns the typed translator of one area of the product: `tPayments('title')`, `tPayments('count', { count: 3 })`.
 * Messages are ICU: plurals and arguments stand inside the message, never around it. `t.rich` puts elements
 * into a message, `t.markup` puts text into it. It runs in server components, in the browser and in programs.
 *
 * Numbers inside a message are grouped for the language. Pass a formatted text where the person's own number
 * format matters.
 *
 * The types are those of the library's translator. Its code stays out of the browser, because it also formats dates, lists
 * and other things that messages don't have.
 *
 * @throws when a message or an argument is missing, which is a mistake of ours: it fails the test that meets it.
 */
export function createMessages<const Messages extends Record<string, unknown>>(
  messages: Messages,
): ReturnType<typeof createTranslator<Messages>>;
export function createMessages(messages: object): unknown {
  const rich = (key: string, values?: Values) =>
    formatMessage(key, findMessage(messages, key), values && withKeys(values), options);
  const text = (key: string, values?: Values): string => {
    const formatted = rich(key, values);
    if (typeof formatted !== 'string') throw new Error(`The message “${key}” needs elements.`);
    return formatted;
  };
  return Object.assign(text, { rich, markup: text });
}
