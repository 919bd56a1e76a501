/** Classes of menus and popovers. */
export const floatStyle = 'animate-rise rounded-lg border border-line bg-raised shadow-float outline-none';
