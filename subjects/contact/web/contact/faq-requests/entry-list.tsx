import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byLanguage, type Language, languageIds, textIn } from '#catalogue/index.ts';
import { useForm } from '#shell/parts/form.tsx';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { AreaField, FormActions, SelectField, TextField } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import type { FaqEntry, FaqRequest } from '#supabase/tables/index.ts';
import { faqCategories, faqLimits } from '../../../contract/contact-terms.ts';
import { FaqAnswerText } from '../faq-browser.tsx';
import {
  changeEntry,
  type EntryTexts,
  Loaded,
  orderEntries,
  publishEntry,
  RemoveRowDialog,
  useAdminAct,
} from './admin-rows.tsx';

export function EntryList({ entries }: { entries: UseQueryResult<FaqEntry[]> }) {
  const { t } = useTranslation(['admin', 'contact']);
  const language = useLanguage();
  const [editing, setEditing] = useState<FaqEntry | null>();
  const [removing, setRemoving] = useState<FaqEntry>();
  const order = useAdminAct({ act: orderEntries, done: t('done.saved') });
  const show = useAdminAct({
    act: ({ id, isShown }: { id: string; isShown: boolean }) => changeEntry(id, { is_published: isShown }),
    done: t('done.saved'),
  });
  return (
    <>
      <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEditing(null)}>
        {t('act.add')}
      </Button>
      <Loaded query={entries}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <StatePanel kind="empty" title={t('none.entries')} />
            </Card>
          ) : (
            faqCategories.map((category) => {
              const group = all.filter((entry) => entry.category === category);
              if (group.length === 0) return null;
              const move = (from: number, to: number) => {
                const ids = group.map(({ id }) => id);
                ids.splice(to, 0, ...ids.splice(from, 1));
                order.mutate(ids);
              };
              return (
                <Card key={category} title={t(`contact:categories.${category}`)}>
                  <ul className="divide-y divide-line">
                    {group.map((entry, at) => (
                      <EntryRow
                        key={entry.id}
                        entry={entry}
                        isBusy={order.isPending || show.isPending}
                        onUp={at === 0 ? undefined : () => move(at, at - 1)}
                        onDown={at === group.length - 1 ? undefined : () => move(at, at + 1)}
                        onShow={(isShown) => show.mutate({ id: entry.id, isShown })}
                        onEdit={() => setEditing(entry)}
                        onRemove={() => setRemoving(entry)}
                      />
                    ))}
                  </ul>
                </Card>
              );
            })
          )
        }
      </Loaded>
      <EntryDialog open={editing !== undefined} entry={editing ?? undefined} onClose={() => setEditing(undefined)} />
      <RemoveRowDialog
        table="faq_entries"
        row={removing}
        name={removing && textIn(removing.question, language)}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

interface EntryRowProps {
  entry: FaqEntry;
  isBusy: boolean;
  /** Absent for the first and the last. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onShow: (isShown: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function EntryRow({ entry, isBusy, onUp, onDown, onShow, onEdit, onRemove }: EntryRowProps) {
  const { t } = useTranslation('admin');
  const question = textIn(entry.question, useLanguage());
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-64 font-semibold [overflow-wrap:anywhere]">{question}</p>
      <div className="flex flex-wrap items-center gap-x-1">
        <span className="text-small text-ink-soft" aria-hidden="true">
          {entry.is_published ? t('published') : t('unpublished')}
        </span>
        <Switch
          label={t('publishing', { question })}
          checked={entry.is_published}
          disabled={isBusy}
          onChange={onShow}
        />
        <IconButton
          label={t('act.up', { question })}
          icon={<ArrowUp className="size-5" aria-hidden />}
          disabled={isBusy || onUp === undefined}
          onClick={onUp}
        />
        <IconButton
          label={t('act.down', { question })}
          icon={<ArrowDown className="size-5" aria-hidden />}
          disabled={isBusy || onDown === undefined}
          onClick={onDown}
        />
        <IconButton
          label={t('act.edit', { question })}
          icon={<Pencil className="size-5" aria-hidden />}
          onClick={onEdit}
        />
        <IconButton
          label={t('act.remove', { question })}
          icon={<Trash2 className="size-5" aria-hidden />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

interface EntryDialogProps {
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

  const form = useForm<Draft>({
    values: draftOf(entry, request),
    check: (draft) =>
      Object.fromEntries(textNames.map((name) => [name, draft[name].trim() === '' ? t('form.missing') : undefined])),
    send: (draft) => save.mutateAsync(textsOf(draft)),
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

type TextName = `${'question' | 'answer'}_${Language}`;
type Draft = Pick<EntryTexts, 'category'> & Record<TextName, string>;

const textNames = languageIds.flatMap((language): TextName[] => [`question_${language}`, `answer_${language}`]);

/** Begins with what is there: the entry, or the question in the language in which it was asked. */
function draftOf(entry: FaqEntry | undefined, request: FaqRequest | undefined): Draft {
  const asked = (language: Language) =>
    request?.language === language ? request.question.slice(0, faqLimits.question) : '';
  const texts = languageIds.flatMap((language) => [
    [`question_${language}`, entry?.question[language] ?? asked(language)],
    [`answer_${language}`, entry?.answer[language] ?? ''],
  ]);
  return { category: entry?.category ?? 'basics', ...(Object.fromEntries(texts) as Record<TextName, string>) };
}

/** The texts as they are kept: a question is one line. */
const textsOf = (draft: Draft): EntryTexts => ({
  category: draft.category,
  question: byLanguage((language) => draft[`question_${language}`].trim().replace(/\s+/g, ' ')),
  answer: byLanguage((language) => draft[`answer_${language}`].trim()),
});

/** As readers will see it, in one language at a time. */
function EntryPreview({ draft }: { draft: Draft }) {
  const { t } = useTranslation('admin');
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <section aria-label={t('form.preview')} className="rounded-card border border-dashed border-ink-soft/60 p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-ink-soft">{t('form.preview')}</p>
        <SegmentedControl
          label={t('form.previewIn')}
          value={language}
          options={languageIds.map((one) => ({ value: one, label: t(`names.${one}`) }))}
          onChange={setLanguage}
        />
      </div>
      <div lang={language} className="written">
        <p className="mb-2 font-semibold [overflow-wrap:anywhere]">{draft[`question_${language}`]}</p>
        <FaqAnswerText text={draft[`answer_${language}`]} />
      </div>
    </section>
  );
}
