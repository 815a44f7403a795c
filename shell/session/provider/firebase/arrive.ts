/** A page is opened: on the way back from Google, or with a session of an earlier visit. */
import { sessionState } from '../../session.ts';
import { askForCode, tellNews } from '../../session-prompts.ts';
import { firebaseAuth, leaveFirebase } from './firebase-client.ts';
import { arriveFromGoogle } from './sign-in-by.ts';
import { tellNewAddress } from './token-sync.ts';

/** Another window may be signing in this very moment: its session is on its way. */
const underWayMs = 60_000;

export async function arrive(isBackFromGoogle: boolean): Promise<void> {
  const auth = firebaseAuth();
  await auth.authStateReady();
  if (isBackFromGoogle) await showWayBack();
  const { currentUser } = auth;
  if (currentUser === null) return;
  const signedInAt = Date.parse(currentUser.metadata.lastSignInTime ?? '');
  const isUnderWay = Date.now() - signedInAt < underWayMs;
  if (sessionState().status === 'signed-in') await tellNewAddress(auth);
  else if (!isUnderWay) await leaveFirebase();
}

async function showWayBack(): Promise<void> {
  const outcome = await arriveFromGoogle();
  if (outcome === null) return;
  if (!outcome.ok) tellNews({ about: 'failure', code: outcome.failure.code });
  else if (outcome.value !== null) askForCode(outcome.value);
}
