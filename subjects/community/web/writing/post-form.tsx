import type { PostWords } from '../../contract/community.ts';
import { communityLimits, type PostKind } from '../../contract/community-terms.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { useFormat } from '#shell/household/household.ts';
import { Button } from '#shell/ui/button.tsx';
import { FormAlert, TextField } from '#shell/ui/field.tsx';
import { checkPost, type PostDraft, type PostProblem, toPostWords } from './check-post.ts';
import { useDraft } from './drafts.ts';
import { browserZone } from './local-instant.ts';
import { WritingField } from './writing-field.tsx';

export interface PostFormProps {
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
