/** Bytes of a record that a person brings. The service's own answers are held to the same. */
export const importLimit = 256 * 1024;
export const tooLongARecord = 'Too long for one payment record: at most 256 kB';
