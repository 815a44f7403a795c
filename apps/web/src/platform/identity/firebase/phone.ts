/** Signing in with a phone, and a phone as a second factor. */
import {
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  signInWithPhoneNumber,
  type User,
} from '@firebase/auth';
import { fail, succeed } from '../../outcome.ts';
import { authFailure } from '../auth-failure.ts';
import type { AuthOutcome, PhoneFactors, PhoneStep } from '../auth-provider.ts';
import { askAsUser, askFirebase } from './firebase-client.ts';
import { withRecaptcha } from './recaptcha.ts';
import { signInBy } from './sign-in-by.ts';

export function sendPhoneCode(given: string, holder: HTMLElement): AuthOutcome<PhoneStep> {
  return askFirebase(async (auth) => {
    const number = phoneNumber(given);
    if (number === undefined) return fail(authFailure('phone-invalid'));
    const sent = await withRecaptcha(auth, holder, (verifier) => signInWithPhoneNumber(auth, number, verifier));
    return succeed({ confirm: (code: string) => signInBy(() => sent.confirm(code)) });
  });
}

export const phoneFactors: PhoneFactors = {
  list: () => askAsUser(async (user) => succeed(factorsOf(user))),
  enrol: (given, holder) =>
    askAsUser(async (user, auth) => {
      const number = phoneNumber(given);
      if (number === undefined) return fail(authFailure('phone-invalid'));
      const session = await multiFactor(user).getSession();
      const id = await withRecaptcha(auth, holder, (verifier) =>
        new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber: number, session }, verifier),
      );
      return succeed({ confirm: (code: string) => confirmFactor(id, code) });
    }),
  remove: (id) =>
    askAsUser(async (user) => {
      await multiFactor(user).unenroll(id);
      return succeed(undefined);
    }),
};

function confirmFactor(id: string, code: string): AuthOutcome {
  return askAsUser(async (user) => {
    await multiFactor(user).enroll(PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code)));
    return succeed(undefined);
  });
}

function factorsOf(user: User): { id: string; phoneNumber: string }[] {
  return multiFactor(user).enrolledFactors.map((factor) => ({
    id: factor.uid,
    phoneNumber: 'phoneNumber' in factor ? String(factor.phoneNumber) : (factor.displayName ?? ''),
  }));
}

/** With the country code, as people group it. */
function phoneNumber(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}
