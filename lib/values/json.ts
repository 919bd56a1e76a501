/** A number exactly as written: `1.5e-7` stays `1.5e-7`, thirty decimals stay thirty. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type JsonObject = { readonly [key: string]: Json };
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

/** A problem in valid JSON that makes it unsafe to trust or store unchanged. */
export type JsonFlaw = {
  readonly path: string;
  readonly flaw: 'duplicate key' | 'NUL character' | 'lone surrogate';
};

export type ParsedJson = { readonly value: Json; readonly flaws: readonly JsonFlaw[] };

/** Thrown by {@link parseJson}. Its message says what is wrong and where. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/** Deepest accepted nesting. No record of the service comes near it. */
export const maximumDepth = 64;

/** Most values of a text. The record of a payment with ten thousand deposits has a third of them. */
export const maximumValues = 1_000_000;

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
