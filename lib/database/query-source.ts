import 'server-only';
import type pg from 'pg';
import { databasePool } from './pools.ts';

/** Runs statements on the pool, or on one connection with a shared snapshot. */
export type QuerySource = () => Pick<pg.ClientBase, 'query'>;

export const poolQuerySource: QuerySource = databasePool;
