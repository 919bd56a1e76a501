/** What unpacks an archive, by code that is not ours to pack with. */
export { unzip } from '#tools/testing/unzip.ts';
