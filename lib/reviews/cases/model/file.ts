/** Detects the type of a file by its first bytes. The file name and the browser's content type are ignored. */

/** The first bytes of each type. Null matches any byte. */
const fileSignatures: readonly { readonly type: string; readonly bytes: readonly (number | null)[] }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  {
    type: 'image/webp',
    bytes: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  },
];

const markup = /^\s*<(?:!doctype|html|script|svg|\?xml|body|head|iframe)/i;

/**
 * Returns the MIME type, or null if the type isn't supported. Plain text is UTF-8 without control characters and
 * markup.
 */
export function detectFileType(bytes: Uint8Array): string | null {
  for (const { type, bytes: magic } of fileSignatures)
    if (magic.every((byte, index) => byte === null || bytes[index] === byte)) return type;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  if (/[^\P{Cc}\t\n\r]/u.test(text) || markup.test(text)) return null;
  return 'text/plain';
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'csv', 'json', 'md', 'eml', 'log'],
};

/** Returns whether the ending of the file name belongs to the type. */
export function hasMatchingExtension(name: string, type: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && (endings[type] ?? []).includes(ending);
}

/**
 * Returns a file name that is safe on every system: the last path segment without control, direction and reserved
 * characters.
 */
export function toSafeFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return clean.slice(-120) || 'file';
}
