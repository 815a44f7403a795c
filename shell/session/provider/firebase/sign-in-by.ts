/** The end of every way in: the session here, or the code that the account asks for as well. */
import {
  type Auth,
  getMultiFactorResolver,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type UserCredential,
} from '@firebase/auth';
import { fail, succeed } from '../../../data/outcome.ts';
import { authFailure } from '../failure.ts';
import type { AuthOutcome, SecondFactorStep, SignInStep } from '../auth-provider.ts';
import { askFirebase } from './firebase-client.ts';
import { firebaseCode } from './firebase-failure.ts';
import { withRecaptcha } from './recaptcha.ts';
import { enter } from './token-sync.ts';

export function signInBy(way: (auth: Auth) => Promise<UserCredential>): AuthOutcome<SignInStep> {
  return askFirebase<SignInStep>(async (auth) => {
    try {
      const { user } = await way(auth);
      return await enter(auth, user);
    } catch (error) {
      if (firebaseCode(error) !== 'multi-factor-auth-required') throw error;
      return succeed(stepOf(auth, getMultiFactorResolver(auth, error as MultiFactorError)));
    }
  });
}

function stepOf(auth: Auth, resolver: MultiFactorResolver): SecondFactorStep {
  const sent = new Map<string, string>();
  const hintOf = (factor: string) => resolver.hints.find(({ uid }) => uid === factor);
  return {
    factors: resolver.hints.map((hint) => ({
      id: hint.uid,
      kind: hint.factorId === TotpMultiFactorGenerator.FACTOR_ID ? 'totp' : 'sms',
      hint: phoneOf(hint) ?? hint.displayName ?? '',
    })),
    send: (factor, holder) =>
      askFirebase(async () => {
        const multiFactorHint = hintOf(factor);
        if (multiFactorHint === undefined) return fail(authFailure('missing-multi-factor-info'));
        const { session } = resolver;
        const id = await withRecaptcha(auth, holder, (verifier) =>
          new PhoneAuthProvider(auth).verifyPhoneNumber({ multiFactorHint, session }, verifier),
        );
        sent.set(factor, id);
        return succeed(undefined);
      }),
    confirm: (factor, code) =>
      askFirebase(async () => {
        const isPhone = hintOf(factor)?.factorId === PhoneMultiFactorGenerator.FACTOR_ID;
        const assertion = isPhone
          ? PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(sent.get(factor) ?? '', code))
          : TotpMultiFactorGenerator.assertionForSignIn(factor, code);
        const { user } = await resolver.resolveSignIn(assertion);
        const outcome = await enter(auth, user);
        return outcome.ok ? succeed(undefined) : outcome;
      }),
  };
}

/** As the account shows it before it is open: all but its last digits are stars. */
function phoneOf(hint: MultiFactorInfo): string | undefined {
  return 'phoneNumber' in hint ? String(hint.phoneNumber) : undefined;
}
