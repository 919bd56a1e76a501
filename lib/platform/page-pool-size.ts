import 'server-only';

/** Connections of a process for pages, reads and actions. */
export const pagePoolSize = 10;
