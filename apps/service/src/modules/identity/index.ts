/** The door of identity. */
export { closeOwnDoors } from './close-own-doors.ts';
export { createHostedSessions } from './hosted-sessions.ts';
export { identityRoutes } from './routes.ts';
export { createVerifyEmulator } from './verify-emulator.ts';
export { createVerifyFirebase } from './verify-firebase.ts';
export type { OpenSession } from './sessions.ts';
