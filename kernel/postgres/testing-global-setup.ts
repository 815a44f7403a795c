import { startTestCluster } from './testing.ts';

/** For vitest's globalSetup: starts the run's one PostgreSQL, and answers what stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  return startTestCluster();
}
