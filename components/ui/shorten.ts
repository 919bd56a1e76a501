/** Shortens an id, hash or address in the middle: `3f2a91c4…9c1d`. Short ones stay unchanged. */
export function shorten(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 2 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
