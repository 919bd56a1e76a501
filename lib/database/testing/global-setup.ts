import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
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

type Server = { readonly url: string; readonly end: () => Promise<void> };

declare global {
  var countinghouseTestServer: Promise<Server> | undefined;
}

async function startServer(): Promise<Server> {
  const existingUrl = process.env['TEST_DATABASE_URL'];
  if (existingUrl !== undefined && existingUrl !== '') {
    await buildTemplate(existingUrl);
    return { url: existingUrl, end: async () => {} };
  }
  const dataDir = await testFolder('test');
  const database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await buildTemplate(database.url);
  const end = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: database.url, end };
}

/**
 * Starts one PostgreSQL for all database tests and migrates a template in it. TEST_DATABASE_URL names an existing
 * one; its account must be allowed to create databases. Vitest loads this once per project: the first one starts the
 * server, and the first to end, after all tests, stops it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.countinghouseTestServer ??= startServer();
  const server = await globalThis.countinghouseTestServer;
  project.provide('databaseServer', server.url);
  return async () => {
    if (globalThis.countinghouseTestServer === undefined) return;
    globalThis.countinghouseTestServer = undefined;
    await server.end();
  };
}
