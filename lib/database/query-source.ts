import 'server-only';
import type pg from 'pg';
import { databasePool } from './pools.ts';

/** Runs statements: the pool, or one connection whose snapshot all of them share. */
export type QuerySource = () => Pick<pg.ClientBase, 'query'>;

export const anyConnection: QuerySource = databasePool;
