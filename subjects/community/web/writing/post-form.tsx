import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Field, FormAlert, TextArea, TextField } from '#shell/ui/field.tsx';
import type { MarkdownProps } from '#shell/ui/markdown.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { communityLimits, type PostKind } from '../../contract/community-terms.ts';
import type { PostWords } from '../../contract/community.ts';
import { browserZone, checkPost, type PostDraft, type PostProblem, toPostWords, useDraft } from './draft-post.ts';

interface PostFormProps {
  kind: PostKind;
  /** What is being written, by the name that its draft is kept under. */
  draftName: string;
  /** What stood there before anything was written. */
  empty: PostDraft;
  submitLabel: string;
  /** Said before the reason. */
  failed: string;
  onSubmit: (words: PostWords) => Promise<unknown>;
  /** Left out: there is nowhere to go back to, what was begun can be thrown away. */
  onCancel?: () => void;
}

export function PostForm({ kind, draftName, empty, submitLabel, failed, onSubmit, onCancel }: PostFormProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const { begun, keep } = useDraft(draftName, empty);
  const form = useForm<PostDraft, PostProblem>({
    values: begun,
    check: (post) => checkPost(kind, post),
    words: (problem, _, { body }) =>
      t(`problems.${problem}`, { number: format.number(body.trim().length - communityLimits.body) }),
    send: async (post) => {
      await onSubmit(toPostWords(kind, post));
      discard();
    },
    refusal: (_, reason) => `${failed}. ${reason}`,
    onChange: keep,
  });
  const discard = () => {
    form.set(empty);
    // Also when the form went away with what it was sent by.
    keep(empty);
  };
  const cancel = () => {
    discard();
    onCancel?.();
  };
  const isBegun = Object.values(form.values).some((text) => text !== '');
  return (
    <>
      <form {...form.props} className="space-y-5">
        <TextField
          {...form.field('title')}
          label={t('composer.subject')}
          hint={t('composer.subjectHint')}
          autoComplete="off"
          maxLength={communityLimits.title}
        />
        {kind === 'event' && (
          <div className="grid gap-5 sm:grid-cols-2">
            {(['starts', 'ends'] as const).map((field) => (
              <TextField
                key={field}
                {...form.field(field)}
                label={t(`composer.${field}`)}
                hint={field === 'starts' ? t('composer.zone', { zone: browserZone() }) : undefined}
                type="datetime-local"
              />
            ))}
            <TextField
              {...form.field('place')}
              label={t('composer.place')}
              fieldClass="sm:col-span-2"
              maxLength={communityLimits.place}
            />
          </div>
        )}
        {kind !== 'discussion' && (
          <TextField
            {...form.field('link')}
            label={kind === 'resource' ? t('composer.link') : t('composer.linkOptional')}
            hint={t('composer.linkHint')}
            type="url"
            inputMode="url"
            maxLength={communityLimits.link}
          />
        )}
        <WritingField
          {...form.control('body')}
          label={kind === 'resource' ? t('composer.bodyOptional') : t('composer.body')}
          name="body"
          rows={10}
          most={communityLimits.body}
          error={form.errorOf('body')}
        />
        <FormAlert>{form.alert}</FormAlert>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={form.isPending}>
            {submitLabel}
          </Button>
          {onCancel !== undefined && (
            <Button look="secondary" onClick={cancel}>
              {t('cancel')}
            </Button>
          )}
          {onCancel === undefined && isBegun && (
            <Button look="quiet" onClick={discard}>
              {t('composer.discard')}
            </Button>
          )}
        </div>
      </form>
      {onCancel === undefined && (
        <p className="mt-4 min-h-[1lh] text-small text-ink-soft">{isBegun && t('composer.draft')}</p>
      )}
    </>
  );
}

interface WritingFieldProps {
  label: string;
  name: string;
  value: string;
  most: number;
  rows: number;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A text in the Markdown subset: written, or looked at as others will see it. */
export function WritingField({ label, name, value, most, rows, error, onChange }: WritingFieldProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const language = useLanguage();
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const left = most - value.length;
  return (
    <div className="relative">
      <div className="absolute top-0 right-0">
        <SegmentedControl
          label={t('writing.mode')}
          value={mode}
          options={[
            { value: 'write', label: t('writing.write') },
            { value: 'preview', label: t('writing.preview') },
          ]}
          onChange={setMode}
        />
      </div>
      {mode === 'preview' ? (
        <section aria-label={t('writing.preview')}>
          <p aria-hidden="true" className="mb-1.5 flex min-h-11 items-center text-small font-semibold">
            {label}
          </p>
          <div className="min-h-28 rounded-control border border-dashed border-ink-soft/50 p-3">
            {value.trim() === '' ? (
              <p className="text-ink-soft">{t('writing.nothing')}</p>
            ) : (
              <Written text={value} lang={language} />
            )}
          </div>
        </section>
      ) : (
        <Field
          label={label}
          hint={t('writing.hint')}
          error={error}
          className="[&>label]:flex [&>label]:min-h-11 [&>label]:items-center"
        >
          {(control) => (
            <TextArea
              {...control}
              name={name}
              rows={rows}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="figures mt-1 min-h-[1lh] text-right text-small text-ink-soft" aria-live="polite">
        {left < most / 5 &&
          (left >= 0
            ? t('writing.left', { number: format.number(left) })
            : t('problems.long', { number: format.number(-left) }))}
      </p>
    </div>
  );
}

/** What somebody wrote. Until the part that draws Markdown is here, it stands as it was typed. */
export function Written(props: MarkdownProps) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Markdown {...props} />
    </Suspense>
  );
}

// Without the file (offline, or replaced by an update) the words are still there to read.
const Markdown = lazy(() =>
  import('#shell/ui/markdown.tsx').then(
    (file) => ({ default: file.Markdown }),
    () => ({ default: Plain }),
  ),
);

function Plain({ text, lang, className }: MarkdownProps) {
  return (
    <p lang={scriptOf(text, lang)} className={classNames('written whitespace-pre-wrap', className)}>
      {text}
    </p>
  );
}
