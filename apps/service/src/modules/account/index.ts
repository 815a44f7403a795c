/** The door of account. */
export { endDueAccounts } from './endings.ts';
export { accountRoutes } from './routes.ts';
export { createHostedUpgrade } from './upgrade-hosted.ts';
