import { languageIds } from '@wattershed/catalogue';
import { faqCategories, faqLimits } from '@wattershed/contracts';
import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../platform/form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AreaField, FormActions, SelectField, TextField } from '../../../ui/field.tsx';
import { changeEntry, type EntryTexts, publishEntry } from './change-rows.ts';
import { draftOf, textNames, trimmed } from './entry-draft.ts';
import { EntryPreview } from './entry-preview.tsx';
import { useAdminAct } from './use-admin-act.ts';

export interface EntryDialogProps {
  open: boolean;
  /** What is being answered. */
  request?: FaqRequest | undefined;
  /** What is being changed. */
  entry?: FaqEntry | undefined;
  onClose: () => void;
}

export function EntryDialog({ open, request, entry, onClose }: EntryDialogProps) {
  const { t } = useTranslation('admin');
  const title = entry !== undefined ? 'editTitle' : request !== undefined ? 'answerTitle' : 'addTitle';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(`form.${title}`)}
      closeLabel={t('form.close')}
      className="sm:w-[min(46rem,calc(100vw-2rem))]"
    >
      <EntryForm request={request} entry={entry} onClose={onClose} />
    </Dialog>
  );
}

interface EntryFormProps {
  request: FaqRequest | undefined;
  entry: FaqEntry | undefined;
  onClose: () => void;
}

/** A question and its answer in every language: nobody gets half a page. */
function EntryForm({ request, entry, onClose }: EntryFormProps) {
  const { t } = useTranslation(['admin', 'contact']);
  const save = useAdminAct({
    act: (texts: EntryTexts) => (entry === undefined ? publishEntry(texts, request?.id) : changeEntry(entry.id, texts)),
    done: entry === undefined ? t('done.published') : t('done.saved'),
    onDone: onClose,
  });

  const form = useForm<EntryTexts>({
    values: draftOf(entry, request),
    check: (draft) => {
      const texts = trimmed(draft);
      return Object.fromEntries(textNames.map((name) => [name, texts[name] === '' ? t('form.missing') : undefined]));
    },
    send: (draft) => save.mutateAsync(trimmed(draft)),
    forgives: true,
  });

  return (
    <form {...form.props} className="space-y-5">
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
      <SelectField
        {...form.field('category')}
        label={t('form.category')}
        options={faqCategories.map((category) => ({ value: category, label: t(`contact:categories.${category}`) }))}
      />
      {languageIds.map((language) => (
        <fieldset key={language} className="space-y-3 border-t border-line pt-4">
          <legend className="float-left mb-3 w-full text-title">{t(`names.${language}`)}</legend>
          <TextField
            {...form.field(`question_${language}`)}
            label={t('form.question', { language: t(`languages.${language}`) })}
            fieldClass="clear-both"
            lang={language}
            className="written"
            maxLength={faqLimits.question}
          />
          <AreaField
            {...form.field(`answer_${language}`)}
            label={t('form.answer', { language: t(`languages.${language}`) })}
            lang={language}
            className="written"
            rows={4}
            maxLength={faqLimits.answer}
          />
        </fieldset>
      ))}
      <EntryPreview draft={form.values} />
      <FormActions
        submit={entry === undefined ? t('form.publish') : t('form.save')}
        cancel={t('form.cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
