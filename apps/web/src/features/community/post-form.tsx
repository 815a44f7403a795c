import { communityLimits, type PostKind } from '@wattershed/contracts/community-terms';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { checkPost, type PostDraft, type PostProblems } from './check-post.ts';
import { browserZone } from './local-instant.ts';
import { WritingField } from './writing-field.tsx';

export interface PostFormProps {
  kind: PostKind;
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
  submitLabel: string;
  isPending: boolean;
  failure: string | undefined;
  onSubmit: () => void;
  /** Further buttons beside the first. */
  children?: ReactNode;
}

export function PostForm({
  kind,
  draft,
  onChange,
  submitLabel,
  isPending,
  failure,
  onSubmit,
  children,
}: PostFormProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const [problems, setProblems] = useState<PostProblems>({});
  const set = (field: keyof PostDraft) => (text: string) => onChange({ ...draft, [field]: text });
  const words = (field: keyof PostDraft) => {
    const problem = problems[field];
    if (problem === undefined) return undefined;
    return t(`problems.${problem}`, { number: format.number(draft.body.trim().length - communityLimits.body) });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkPost(kind, draft);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) return onSubmit();
    event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <form className="space-y-5" noValidate onSubmit={submit}>
      <Field label={t('composer.subject')} hint={t('composer.subjectHint')} error={words('title')}>
        {(control) => (
          <Input
            {...control}
            name="title"
            autoComplete="off"
            maxLength={communityLimits.title}
            value={draft.title}
            onChange={(event) => set('title')(event.target.value)}
          />
        )}
      </Field>
      {kind === 'event' && (
        <div className="grid gap-5 sm:grid-cols-2">
          {(['starts', 'ends'] as const).map((field) => (
            <Field
              key={field}
              label={t(`composer.${field}`)}
              hint={field === 'starts' ? t('composer.zone', { zone: browserZone() }) : undefined}
              error={words(field)}
            >
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  name={field}
                  value={draft[field]}
                  onChange={(event) => set(field)(event.target.value)}
                />
              )}
            </Field>
          ))}
          <Field label={t('composer.place')} className="sm:col-span-2">
            {(control) => (
              <Input
                {...control}
                name="place"
                maxLength={communityLimits.place}
                value={draft.place}
                onChange={(event) => set('place')(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      {kind !== 'discussion' && (
        <Field
          label={kind === 'resource' ? t('composer.link') : t('composer.linkOptional')}
          hint={t('composer.linkHint')}
          error={words('link')}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              name="link"
              maxLength={communityLimits.link}
              value={draft.link}
              onChange={(event) => set('link')(event.target.value)}
            />
          )}
        </Field>
      )}
      <WritingField
        label={kind === 'resource' ? t('composer.bodyOptional') : t('composer.body')}
        name="body"
        rows={10}
        most={communityLimits.body}
        value={draft.body}
        error={words('body')}
        onChange={set('body')}
      />
      {failure !== undefined && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isPending}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}
