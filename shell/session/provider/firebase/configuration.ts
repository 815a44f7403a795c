/** What Firebase needs to be told; without all of it, its features are off. */
import { environment } from '../../../data/env.ts';

export interface FirebaseConfiguration {
  apiKey: string;
  authDomain: string;
  projectId: string;
  appId: string;
}

const settings = {
  apiKey: 'FIREBASE_API_KEY',
  authDomain: 'FIREBASE_AUTH_DOMAIN',
  projectId: 'FIREBASE_PROJECT_ID',
  appId: 'FIREBASE_APP_ID',
} as const;

/** What stands in examples until somebody writes the real thing there. */
const placeholder =
  /^\s*$|^your[-_ .]|^x+$|x{4}|[<>[\]{}…]|\.\.\.|^(undefined|null|todo|tbd|none)$|placeholder|change-?me|replace/i;

let hasWarned = false;

/** Undefined where something is missing; the operator is told once, in the console. */
export function firebaseConfiguration(): FirebaseConfiguration | undefined {
  const { apiKey, authDomain, projectId, appId } = environment().firebase;
  const given = { apiKey, authDomain, projectId, appId };
  const names = Object.keys(settings) as (keyof FirebaseConfiguration)[];
  const missing = names.filter((name) => placeholder.test(given[name])).map((name) => settings[name]);
  if (missing.length === 0) return given;
  if (!hasWarned) console.warn(`Firebase sign-in is off: ${missing.join(', ')} not set, or still an example.`);
  hasWarned = true;
  return undefined;
}

/** For tests: as in a page that was just opened. */
export function forgetWarning(): void {
  hasWarned = false;
}
