/** Bytes of a record that a person brings. */
export const importLimit = 256 * 1024;
export const tooLongARecord = 'Too long for one payment record: at most 256 kB';
