import { type Language, languageFacts, languageIds, toLanguage } from '@wattershed/catalogue';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeDisplayName } from '../../platform/auth.ts';
import { granted } from '../../platform/identity/auth-failure.ts';
import { fieldText } from '../../platform/field-text.ts';
import { chooseLanguage } from '../../platform/i18n.ts';
import { saveProfile } from '../../platform/save-profile.ts';
import type { SessionUser } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { EmailForm } from './email-form.tsx';
import { profileQuery } from './profile-query.ts';
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
  return (
    <Card title={t('profile.you')}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          save.mutate({
            displayName: fieldText(data, 'displayName').trim(),
            language: toLanguage(data.get('language')) ?? shown,
          });
        }}
      >
        <Field label={t('profile.displayName')} hint={t('profile.displayNameHint')}>
          {(control) => (
            <Input {...control} name="displayName" defaultValue={user.displayName} maxLength={80} autoComplete="name" />
          )}
        </Field>
        <Field label={t('profile.language')} hint={t('profile.languageHint')}>
          {(control) => (
            <Select
              {...control}
              key={shown}
              name="language"
              defaultValue={shown}
              options={languageIds.map((value) => ({ value, label: languageFacts(value).name }))}
            />
          )}
        </Field>
        <Button type="submit" pending={save.isPending}>
          {t('profile.save')}
        </Button>
      </form>
      {!user.isGuest && <EmailForm user={user} />}
    </Card>
  );
}
