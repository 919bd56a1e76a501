import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { applyMigrations } from '../migrate.ts';
import { templateName, withDatabase } from './database-address.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL whose template database has all migrations. */
    readonly databaseServer: string;
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function buildTemplate(server: string): Promise<void> {
  await withClient(withDatabase(server, 'postgres'), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${templateName}`);
  });
  await withClient(withDatabase(server, templateName), applyMigrations);
}

/**
 * Starts one PostgreSQL for all database tests and migrates a template in it. TEST_DATABASE_URL names one to use
 * instead; its account must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    await buildTemplate(given);
    project.provide('databaseServer', given);
    return async () => {};
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countinghouse-test-'));
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await buildTemplate(database.url);
  project.provide('databaseServer', database.url);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
