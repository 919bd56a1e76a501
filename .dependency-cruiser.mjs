// The tool insists on this file; the rules are typed and tested beside their planted breaches.
export { boundaries as default } from './architecture/boundaries.ts';
