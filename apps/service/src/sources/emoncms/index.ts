/** The door of Emoncms. */
import { nameMeters } from './name-meters.ts';
import { readBulk, readPost } from './read-inputs.ts';

export const emoncms = { readPost, readBulk, nameMeters };
