import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageFacts, languageIds } from '#catalogue/index.ts';
import { environment } from '#shell/data/env.ts';
import { callService } from '#shell/data/service.ts';
import { useForm } from '#shell/parts/form.tsx';
import { changeDisplayName, changeEmail, refreshSession, signIn } from '#shell/session/auth.ts';
import { guestDate } from '#shell/session/guest-account.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { linkGuest, waysIn } from '#shell/session/provider/ways-in.ts';
import { saveProfile } from '#shell/session/save-profile.ts';
import type { SessionUser } from '#shell/session/session.ts';
import { chooseLanguage, useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { upgradeGuest, type UpgradeGuestBody } from '../contract/account.ts';
import {
  checkEmail,
  checkNewPassword,
  EmailField,
  PasswordField,
  TextButton,
  useAccountForm,
} from './account-form.tsx';
import { FailureMessage } from './failure-message.tsx';
import { profileQuery } from './profile-query.tsx';
import { MailSent } from './sign-in/request-reset-form.tsx';
import { useSave } from './use-save.ts';

interface You {
  displayName: string;
  language: Language;
}

export function YouCard({ user }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  const shown = useLanguage();
  const queries = useQueryClient();
  const save = useSave(async ({ displayName, language }: You) => {
    granted(await changeDisplayName(displayName));
    await saveProfile(user.id, { display_name: displayName, language });
    await queries.invalidateQueries(profileQuery(user.id));
    if (language !== shown) await chooseLanguage(language);
  });
  const form = useForm<You>({
    values: { displayName: user.displayName, language: shown },
    send: ({ displayName, language }) => save.mutateAsync({ displayName: displayName.trim(), language }),
  });
  const { set } = form;
  useEffect(() => set({ language: shown }), [shown, set]);
  return (
    <Card title={t('profile.you')}>
      <form {...form.props} className="space-y-4">
        <TextField
          {...form.field('displayName')}
          label={t('profile.displayName')}
          hint={t('profile.displayNameHint')}
          maxLength={80}
          autoComplete="name"
        />
        <SelectField
          {...form.field('language')}
          label={t('profile.language')}
          hint={t('profile.languageHint')}
          options={languageIds.map((value) => ({ value, label: languageFacts(value).name }))}
        />
        <Button type="submit" pending={form.isPending}>
          {t('profile.save')}
        </Button>
      </form>
      {!user.isGuest && <EmailForm user={user} />}
    </Card>
  );
}

/** The address becomes the new one when the link that was sent to it has been opened. */
function EmailForm({ user: { email: current, newEmail } }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  // A provider that keeps people of its own does not say which change is under way.
  const [sentTo, setSentTo] = useState<string>();
  const form = useAccountForm({
    values: { email: current },
    check: ({ email }) => ({
      email: email.trim().toLowerCase() === current.toLowerCase() ? 'emailSame' : checkEmail(email),
    }),
    send: async ({ email }) => {
      const outcome = await changeEmail(email.trim());
      setSentTo(outcome.ok ? email.trim() : undefined);
      granted(outcome);
    },
  });
  // Learned late, or changed in another window: what one is typing stays.
  const { set, values } = form;
  const before = useRef(current);
  useEffect(() => {
    if (values.email === before.current) set({ email: current });
    before.current = current;
  });
  const waiting = sentTo ?? newEmail;
  const [wasWaiting] = useState(newEmail !== '');
  useEffect(() => {
    // The link may have been opened in another browser since.
    if (wasWaiting) void refreshSession();
  }, [wasWaiting]);
  return (
    <form {...form.props} className="mt-6 space-y-4 border-t border-line pt-5">
      <EmailField {...form.field('email')} />
      <FailureMessage failure={form.failure} />
      {waiting !== '' && waiting !== current && <Waiting wanted={waiting} email={current} />}
      <Button type="submit" look="secondary" pending={form.isPending}>
        {t('profile.changeEmail')}
      </Button>
    </form>
  );
}

function Waiting({ wanted, email }: { wanted: string; email: string }) {
  const { t } = useTranslation('account');
  // Whether a hosted backend asks the old mailbox as well, it tells nobody.
  const { ownSignIn } = environment();
  const sendAgain = async () => {
    const outcome = await changeEmail(wanted);
    if (outcome.ok) notify(t('profile.emailSentAgain'));
    else notify(t(`failure.${outcome.failure.code}`), undefined, 'alert');
  };
  return (
    <MailSent
      title={t('done.checkEmail')}
      text={
        <>
          {t(ownSignIn ? 'profile.emailSent' : 'profile.emailSentBoth', { wanted, email })}
          <span className="block">
            <TextButton onClick={() => void sendAgain()}>{t('profile.emailAgain')}</TextButton>
          </span>
        </>
      }
    />
  );
}

/** A guest becomes a member: the same account and everything in it, with an address and a password of one's own. */
export function KeepAccountCard() {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const form = useAccountForm({
    values: { email: '', password: '' },
    check: ({ email, password }) => ({ email: checkEmail(email), password: checkNewPassword(password) }),
    send: async ({ email, password }) => {
      const body: UpgradeGuestBody = { email: email.trim(), password };
      await upgrade(body);
      notify(t('profile.kept'), t('profile.keptText', { email: body.email }));
    },
  });
  return (
    <Card title={t('profile.keepTitle')}>
      <div className="mb-4 max-w-2xl space-y-2 text-ink-soft">
        <p>{t('profile.keepText', { date })}</p>
        {waysIn().google && <p>{t('profile.keepGoogle')}</p>}
      </div>
      <form {...form.props} className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} kind="new" />
        <div className="empty:hidden sm:col-span-2">
          <FailureMessage failure={form.failure} />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" pending={form.isPending}>
            {t('profile.keep')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

async function upgrade(body: UpgradeGuestBody): Promise<void> {
  if (environment().identityProvider === 'firebase') return granted(await linkGuest(body.email, body.password));
  const answer = await callService(upgradeGuest, { body });
  if (answer?.sessionsEnded !== true) return granted(await refreshSession());
  granted(await signIn(body.email, body.password));
}
