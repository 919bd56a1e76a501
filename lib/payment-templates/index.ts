import 'server-only';

/**
 * Templates for new payments: terms under a name, for one person or shared within a business, and patterns of client
 * payment IDs. Numbers of a pattern only grow and are never given out twice; gaps are possible. This room sends nothing:
 * a template only fills the form.
 */
export { listTemplates } from './queries.ts';
