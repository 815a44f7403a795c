import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import {
  type FarSide,
  firebase,
  openFarSide,
  type Popup,
  refusal,
  stubPopups,
  stubRecaptcha,
} from '#apps/web/testing/firebase-far-side.ts';
import { startLanguage } from '#apps/web/testing/render-app.tsx';
import { i18n } from '../../../text/i18n.ts';
import { startSession } from '../../arrival.ts';
import { signIn, signInWithGoogle } from '../../auth.ts';
import { sessionState } from '../../session.ts';
import type { SecondFactorStep } from '../auth-provider.ts';
import { phoneFactors, sendPhoneCode } from '../ways-in.ts';
import { firebaseAuth, forgetFirebase } from './firebase-client.ts';
import { withRecaptcha } from './sign-in-by.ts';

describe('google', () => {
  let far: FarSide;
  let popups: Popup[];

  beforeEach(async () => {
    far = await openFarSide();
    popups = stubPopups();
    await startSession();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await forgetFirebase();
  });

  const opened = (count: number) => waitFor(() => expect(popups).toHaveLength(count));
  const codeOf = async (asking: ReturnType<typeof signInWithGoogle>) => {
    const outcome = await asking;
    return outcome.ok ? 'let in' : outcome.failure.code;
  };

  test('C9.4 C7.20 Google opens in a pop-up of 500 by 600, and signs in', async () => {
    const asking = codeOf(signInWithGoogle());
    await opened(1);
    expect(popups[0]?.features).toMatchObject({ width: '500', height: '600' });
    expect(popups[0]?.url.origin).toBe('https://home.firebaseapp.com');
    popups[0]?.choose();
    expect(await asking).toBe('let in');
    expect(sessionState()).toMatchObject({ status: 'signed-in', user: { id: asha.id } });
    expect(popups[0]?.closed).toBe(true);
  });

  test('C4.3 C8.9 a new pop-up cancels the earlier one, which is closed', async () => {
    const first = codeOf(signInWithGoogle());
    await opened(1);
    const second = codeOf(signInWithGoogle());
    expect(await first).toBe('cancelled-popup-request');
    expect(popups[0]?.closed).toBe(true);
    await opened(2);
    popups[1]?.choose();
    expect(await second).toBe('let in');
  });

  test('C4.3 C9.7 C8.9 a closed pop-up is looked for every 2 s, and counts as cancelled after 8 s of grace', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let code: string | undefined;
    void codeOf(signInWithGoogle()).then((told) => {
      code = told;
    });
    while (popups.length === 0) await vi.advanceTimersByTimeAsync(1);
    const popup = popups[0] as Popup;
    await vi.advanceTimersByTimeAsync(5);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(7_900);
    expect(code).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2_200);
    expect(code).toBe('popup-closed-by-user');
  });

  test('C4.3 who has chosen just before the window closed is signed in within the grace', async () => {
    const asking = codeOf(signInWithGoogle());
    await opened(1);
    Object.assign(popups[0] as Popup, { closed: true });
    popups[0]?.choose();
    expect(await asking).toBe('let in');
  });

  test('C5.4 C8.9 a host that is no allowed domain is refused', async () => {
    far.answer('GET projects', { authorizedDomains: ['other.example', 'home.firebaseapp.com'] });
    expect(await codeOf(signInWithGoogle())).toBe('unauthorized-domain');
    expect(sessionState().status).toBe('signed-out');
  });

  test('C8.9 a browser that keeps nothing is told so', async () => {
    popups = stubPopups({ keepsStorage: false });
    expect(await codeOf(signInWithGoogle())).toBe('web-storage-unsupported');
  });

  test('C8.8 a project without Google says that it is not offered', async () => {
    far.answer('POST accounts:signInWithIdp', refusal('OPERATION_NOT_ALLOWED'), 400);
    const asking = signInWithGoogle();
    await opened(1);
    popups[0]?.choose();
    const outcome = await asking;
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'google-unavailable' } });
    expect(outcome.ok ? '' : (outcome.failure.cause as Error).message).toBe('Google provider unavailable');
  });

  test('C8.9 without a network that is told', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    setConfig({ identityProvider: 'firebase', firebase });
    expect(await codeOf(signInWithGoogle())).toBe('network');
  });
});

describe('phone', () => {
  const number = '+34600123456';
  let far: FarSide;
  let check: ReturnType<typeof stubRecaptcha>;
  let holder: HTMLElement;

  beforeEach(async () => {
    check = stubRecaptcha();
    far = await openFarSide();
    far.answer('GET recaptchaConfig', refusal('NO_SUCH_KEY'), 400);
    // The SDK notes that there is no other kind of check.
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    holder = document.body.appendChild(document.createElement('div'));
    await startLanguage('en');
    await startSession();
  });
  afterEach(async () => {
    holder.remove();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await forgetFirebase();
  });

  const asked = (route: string) => far.asked.filter((one) => one.route === route);

  describe('C7.20 a phone', () => {
    test('C5.3 gets a code after an invisible check, and signs in with it', async () => {
      const sent = await sendPhoneCode('+34 600 12-34-56', holder);
      expect(check.sizes).toEqual(['invisible']);
      expect(asked('POST accounts:sendVerificationCode')[0]?.body).toMatchObject({
        phoneNumber: number,
        recaptchaToken: 'a person',
      });
      expect(holder.childElementCount).toBe(0);
      if (!sent.ok) throw new Error(sent.failure.code);
      far.answer('POST accounts:signInWithPhoneNumber', refusal('INVALID_CODE'), 400);
      expect(await sent.value.confirm('000000')).toMatchObject({ ok: false, failure: { code: 'code-wrong' } });
      far.answer('POST accounts:signInWithPhoneNumber', await goodAnswer());
      expect(await sent.value.confirm('123456')).toEqual({ ok: true, value: null });
      expect(sessionState().status).toBe('signed-in');
    });

    test.each(['', '   ', '600 123 456', 'call me', '+34'])(
      'C5.3 without a number (%j) none is asked for',
      async (given) => {
        expect(await sendPhoneCode(given, holder)).toMatchObject({ ok: false, failure: { code: 'phone-invalid' } });
        expect([far.asked, check.sizes]).toEqual([[], []]);
      },
    );

    test('C5.3 the check comes in the language that is shown: six letters, digits and hyphens at most', async () => {
      await i18n.changeLanguage('hi');
      await sendPhoneCode(number, holder);
      expect(firebaseAuth().languageCode).toBe('hi');
      const codeOf = async (language: string) => {
        const auth = firebaseAuth();
        auth.languageCode = language;
        return withRecaptcha(auth, holder, (verifier) => verifier.verify()).catch(({ code }: { code: string }) => code);
      };
      for (const language of ['en', 'pt-BR', 'zh-419']) expect(await codeOf(language), language).toBe('a person');
      for (const language of ['zh-Hans', 'e n', 'en_GB', 'hi!'])
        expect(await codeOf(language), language).toBe('auth/argument-error');
      await i18n.changeLanguage('en');
    });
  });

  describe('C7.20 a second step by message', () => {
    const hints = [
      {
        mfaEnrollmentId: 'factor-1',
        displayName: 'Mine',
        phoneInfo: '+*******3456',
        enrolledAt: '2026-01-01T00:00:00Z',
      },
    ];
    const enter = async (): Promise<SecondFactorStep> => {
      far.answer('POST accounts:signInWithPassword', {
        localId: 'uid-1',
        mfaPendingCredential: 'half',
        mfaInfo: hints,
      });
      const outcome = await signIn(asha.email, 'secret-7x');
      if (!outcome.ok || outcome.value === null) throw new Error('no code was asked for');
      return outcome.value;
    };

    test('is asked for after the password, by mfaSignIn:start, and only its code signs in', async () => {
      const step = await enter();
      expect(step.factors).toEqual([{ id: 'factor-1', kind: 'sms', hint: '+*******3456' }]);
      expect(sessionState().status).toBe('signed-out');
      expect(await step.send('factor-1', holder)).toEqual({ ok: true, value: undefined });
      expect(asked('POST accounts/mfaSignIn:start')[0]?.body).toMatchObject({
        mfaPendingCredential: 'half',
        mfaEnrollmentId: 'factor-1',
        phoneSignInInfo: { recaptchaToken: 'a person' },
      });
      far.answer('POST accounts/mfaSignIn:finalize', refusal('INVALID_CODE'), 400);
      expect(await step.confirm('factor-1', '000000')).toMatchObject({ ok: false, failure: { code: 'code-wrong' } });
      far.answer('POST accounts/mfaSignIn:finalize', await goodAnswer());
      expect(await step.confirm('factor-1', '123456')).toEqual({ ok: true, value: undefined });
      expect(sessionState().status).toBe('signed-in');
    });

    test('C8.9 that is not among those of the account is told', async () => {
      const step = await enter();
      expect(await step.send('factor-9', holder)).toMatchObject({
        ok: false,
        failure: { code: 'missing-multi-factor-info' },
      });
    });

    test('is registered by the person who is signed in', async () => {
      await signIn(asha.email, 'secret-7x');
      expect(await phoneFactors.list()).toEqual({ ok: true, value: [] });
      const sent = await phoneFactors.enrol(number, holder);
      if (!sent.ok) throw new Error(sent.failure.code);
      expect(asked('POST accounts/mfaEnrollment:start')[0]?.body).toMatchObject({
        phoneEnrollmentInfo: { phoneNumber: number },
      });
      far.user['mfaInfo'] = hints;
      expect(await sent.value.confirm('123456')).toEqual({ ok: true, value: undefined });
      expect(await phoneFactors.list()).toEqual({ ok: true, value: [{ id: 'factor-1', phoneNumber: '+*******3456' }] });
      far.user['mfaInfo'] = [];
      expect((await phoneFactors.remove('factor-1')).ok).toBe(true);
      expect(await phoneFactors.list()).toEqual({ ok: true, value: [] });
    });
  });

  /** As of a sign-in that is whole. */
  async function goodAnswer() {
    const answer = await fetch('https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken', {
      method: 'POST',
    });
    return (await answer.json()) as Record<string, string>;
  }
});
