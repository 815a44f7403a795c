/** The door of ingest: what other modules and `main` may use. */
export { closeDays } from './close-days.ts';
export { forgetReadings } from './forget-readings.ts';
export { createIngestTokens, type IngestTokens, newToken } from './ingest-tokens.ts';
export {
  type LockedMeter,
  lockMeters,
  markDips,
  type ReadMeter,
  readMeters,
  saveStates,
  writeYields,
} from './meter-rows.ts';
export { pushRoutes } from './push-routes.ts';
export type { Recording } from './record-readings.ts';
export { ingestRoutes } from './routes.ts';
export { readAround, readJudged, readWithDips, removeStored } from './stored-readings.ts';
export type { Ingest } from './take-readings.ts';
export { createIngest } from './take-readings.ts';
export { createUnread, type Unread } from './unread.ts';
