/** An id, hash or address with its middle left out: `3f2a91c4…9c1d`. Short ones stay whole. */
export function shorten(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 2 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
