/** The invisible check without which no message is sent to a phone. */
import { type Auth, RecaptchaVerifier } from '@firebase/auth';

/** Stands in `holder` for one question, each in a place of its own: Google's script takes a place only once. */
export async function withRecaptcha<T>(
  auth: Auth,
  holder: HTMLElement,
  ask: (verifier: RecaptchaVerifier) => Promise<T>,
): Promise<T> {
  const place = holder.appendChild(document.createElement('div'));
  const verifier = new RecaptchaVerifier(auth, place, { size: 'invisible' });
  try {
    return await ask(verifier);
  } finally {
    verifier.clear();
    place.remove();
  }
}
