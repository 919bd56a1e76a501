import type { Json } from './json.ts';
import { JsonNumber } from './json.ts';

/** Serializes JSON with every JsonNumber as written. Keys keep their order. */
export function writeJson(value: Json, indent = 0): string {
  return write(value, indent, '\n');
}

function write(value: Json, indent: number, newline: string): string {
  if (value instanceof JsonNumber) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = newline + ' '.repeat(indent);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item: Json) => write(item, indent, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${write(item, indent, inner)}`,
      );
  if (parts.length === 0) return `${open}${close}`;
  return indent > 0
    ? `${open}${inner}${parts.join(`,${inner}`)}${newline}${close}`
    : `${open}${parts.join(',')}${close}`;
}
