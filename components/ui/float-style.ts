/** How anything that floats looks. */
export const floatStyle = 'animate-rise rounded-lg border border-line bg-raised shadow-float outline-none';
