import { type Language, languageIds } from '@wattershed/catalogue';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { changeEntry, publishEntry } from './change-rows.ts';
import { categories, draftOf, type EntryPart, entryParts, mostLetters, trimmed } from './entry-draft.ts';
import { EntryPreview } from './entry-preview.tsx';
import { useAdminAct } from './use-admin-act.ts';

interface EntryFormProps {
  request: FaqRequest | undefined;
  entry: FaqEntry | undefined;
  onClose: () => void;
}

/** A question and its answer in every language: nobody gets half a page. */
export function EntryForm({ request, entry, onClose }: EntryFormProps) {
  const { t } = useTranslation(['admin', 'contact']);
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(entry, request));
  const [isChecked, setChecked] = useState(false);
  const save = useAdminAct({
    act: (texts: typeof draft) =>
      entry === undefined ? publishEntry(texts, request?.id) : changeEntry(entry.id, texts),
    done: entry === undefined ? t('done.published') : t('done.saved'),
    onDone: onClose,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const texts = trimmed(draft);
    setChecked(true);
    const names = languageIds.flatMap((language) =>
      entryParts.flatMap((part) => (texts[part][language] === '' ? [`${part}_${language}`] : [])),
    );
    if (names.length > 0) return form.current?.querySelector<HTMLElement>(`[name="${names[0]}"]`)?.focus();
    save.mutate(texts);
  };
  const write = (part: EntryPart, language: Language, text: string) =>
    setDraft((before) => ({ ...before, [part]: { ...before[part], [language]: text } }));
  const errorOf = (part: EntryPart, language: Language) =>
    isChecked && draft[part][language].trim() === '' ? t('form.missing') : undefined;

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-5">
      {request !== undefined && (
        <div className="rounded-control bg-paper px-3.5 py-3">
          <p className="text-small text-ink-soft">
            {t('form.asked', { language: t(`languages.${request.language}`) })}
          </p>
          <p lang={request.language} className="written font-semibold [overflow-wrap:anywhere]">
            {request.question}
          </p>
        </div>
      )}
      <Field label={t('form.category')}>
        {(control) => (
          <Select
            {...control}
            options={categories.map((category) => ({ value: category, label: t(`contact:categories.${category}`) }))}
            value={draft.category}
            onChange={(event) =>
              setDraft({ ...draft, category: categories.find((one) => one === event.target.value) ?? 'basics' })
            }
          />
        )}
      </Field>
      {languageIds.map((language) => (
        <fieldset key={language} className="space-y-3 border-t border-line pt-4">
          <legend className="float-left mb-3 w-full text-title">{t(`names.${language}`)}</legend>
          <Field
            label={t('form.question', { language: t(`languages.${language}`) })}
            error={errorOf('question', language)}
            className="clear-both"
          >
            {(control) => (
              <Input
                {...control}
                name={`question_${language}`}
                lang={language}
                className="written"
                maxLength={mostLetters.question}
                value={draft.question[language]}
                onChange={(event) => write('question', language, event.target.value)}
              />
            )}
          </Field>
          <Field label={t('form.answer', { language: t(`languages.${language}`) })} error={errorOf('answer', language)}>
            {(control) => (
              <TextArea
                {...control}
                name={`answer_${language}`}
                lang={language}
                className="written"
                rows={4}
                maxLength={mostLetters.answer}
                value={draft.answer[language]}
                onChange={(event) => write('answer', language, event.target.value)}
              />
            )}
          </Field>
        </fieldset>
      ))}
      <EntryPreview draft={draft} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {entry === undefined ? t('form.publish') : t('form.save')}
        </Button>
      </div>
    </form>
  );
}
