/** "1 byte", "65,536 bytes". */
export const bytesInWords = (count: number): string =>
  count === 1 ? '1 byte' : `${count.toLocaleString('en')} bytes`;
