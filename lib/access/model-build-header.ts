/** Names the build that answered. A page compares it with the build that rendered it. */
export const buildHeader = 'x-countinghouse-build';
