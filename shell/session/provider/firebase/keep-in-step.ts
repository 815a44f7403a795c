/** The session here and the one at Firebase end together, whichever ends first, in every window. */
import { type Auth, onAuthStateChanged, signOut, type User } from '@firebase/auth';
import { sessionState, subscribeSession } from '../../session.ts';
import { leaveSession, renewSession } from './token-sync.ts';

/** Told once: where another account has the address, asking again changes nothing. */
let told: string | null = null;

/** From now on; answers how to stop it. */
export function keepInStep(auth: Auth): () => void {
  const stop = [
    onAuthStateChanged(auth, (user) => void leaveWithFirebase(user)),
    subscribeSession(followSession(auth)),
  ];
  told = null;
  return () => stop.forEach((end) => end());
}

/** Shut out, deleted, or left in another window. While signing in nobody is signed in here yet. */
async function leaveWithFirebase(user: User | null): Promise<void> {
  if (user === null && sessionState().status === 'signed-in') await leaveSession();
}

function followSession(auth: Auth): () => void {
  let seen = sessionState();
  return () => {
    const [before, now] = [seen, sessionState()];
    seen = now;
    if (before.status !== 'signed-in') return;
    if (now.status === 'signed-out') void signOut(auth).catch(() => undefined);
    else if (now.status === 'signed-in' && now.accessToken !== before.accessToken) void askAgain(auth);
  };
}

/** With each renewal here Firebase is asked whether it still lets this person in; a refusal signs out, by the event above. */
async function askAgain(auth: Auth): Promise<void> {
  await auth.currentUser?.getIdToken(true).catch(() => undefined);
  await tellNewAddress(auth);
}

/** A link in a mail was opened: the account here gets the address too. */
export async function tellNewAddress(auth: Auth): Promise<void> {
  const [user, session] = [auth.currentUser, sessionState()];
  if (session.status !== 'signed-in' || user?.emailVerified !== true || user.email === told) return;
  if (user.email?.toLowerCase() === session.user.email.toLowerCase()) return;
  told = user.email;
  try {
    // The token at hand still says that nobody has proved it.
    await user.getIdToken(true);
    await renewSession(user);
  } catch {
    told = null;
  }
}
