/** Unpacks an archive with independent code. */
export { unzip } from '#tools/testing/unzip.ts';
