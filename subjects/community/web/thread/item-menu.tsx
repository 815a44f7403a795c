import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callService } from '#shell/data/service.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useForm } from '#shell/parts/form.tsx';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Dialog } from '#shell/ui/dialog.tsx';
import { AreaField, FormActions, FormAlert, TextField } from '#shell/ui/field.tsx';
import { Menu, type MenuItem } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { communityLimits, reportReasons } from '../../contract/community-terms.ts';
import {
  deleteItem,
  moderateItem,
  type ModerationBody,
  type ReportBody,
  reportItem,
} from '../../contract/community.ts';
import { useAuthorName } from '../byline.tsx';
import { linkToPart, linkToPost, partOfKind } from '../community-links.tsx';
import { useMembersOnly, useStanding } from '../standing.tsx';
import { type Item, type ItemName, nameOf } from './like-button.tsx';
import { outsideOrigin } from '#shell/data/env.ts';

interface ItemMenuProps {
  item: Item;
  /** Left out: a post is edited at its own address. */
  onEdit?: () => void;
}

/** Everything that can be done with it by this person. */
export function ItemMenu({ item, onEdit }: ItemMenuProps) {
  const { t } = useTranslation('community');
  const navigate = useNavigate();
  const membersOnly = useMembersOnly();
  const authorName = useAuthorName();
  const isAdministrator = useIsAdministrator(useStanding() === 'member') === true;
  const moderate = useModerate(nameOf(item));
  const [asked, setAsked] = useState<'report' | 'remove' | 'hide'>();
  const { post } = item;
  const shown = item.of === 'posts' ? post : item.reply;
  const isHidden = shown.hiddenWhy !== null;
  const edit =
    onEdit ?? (() => void navigate(`${linkToPost(post.id)}&edit`, { replace: true, state: { stays: true } }));

  const own: MenuItem[] = [
    ...(isHidden ? [] : [{ key: 'edit', label: t('actions.edit'), onSelect: edit }]),
    { key: 'remove', label: t('actions.remove'), onSelect: () => setAsked('remove') },
  ];
  const act = (key: Parameters<typeof moderate.mutate>[0]['act'], label: string): MenuItem => ({
    key,
    label,
    onSelect: () => moderate.mutate({ act: key }),
  });
  const ofPost: MenuItem[] =
    item.of === 'replies'
      ? []
      : [
          ...(post.kind === 'announcement'
            ? [post.pinned ? act('unpin', t('actions.unpin')) : act('pin', t('actions.pin'))]
            : []),
          post.closed ? act('reopen', t('actions.reopen')) : act('close', t('actions.closeTalk')),
        ];
  const moderation: MenuItem[] = [
    ...ofPost,
    isHidden
      ? act('restore', t('actions.restore'))
      : { key: 'hide', label: t('actions.hide'), onSelect: () => setAsked('hide') },
  ];
  const items: MenuItem[] = [
    {
      key: 'copy',
      label: t('actions.copy'),
      onSelect: () => void copyLink(post.id, t('actions.copied'), t('actions.copyFailed')),
    },
    ...(shown.mine ? own : []),
    ...(shown.mine || isHidden
      ? []
      : [{ key: 'report', label: t('actions.report'), onSelect: () => membersOnly(() => setAsked('report')) }]),
    ...(isAdministrator ? moderation : []),
  ];
  return (
    <>
      <Menu
        label={
          item.of === 'posts' ? t('actions.post') : t('actions.reply', { name: authorName(item.reply.authorName) })
        }
        trigger={<Ellipsis className="size-5" aria-hidden />}
        items={items}
      />
      <ReportDialog open={asked === 'report'} item={item} onClose={() => setAsked(undefined)} />
      <RemoveDialog open={asked === 'remove'} item={item} onClose={() => setAsked(undefined)} />
      <HideDialog open={asked === 'hide'} name={nameOf(item)} onClose={() => setAsked(undefined)} />
    </>
  );
}

async function copyLink(id: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(linkToPost(id), outsideOrigin()).href);
    notify(done);
  } catch {
    notify(failed, undefined, 'alert');
  }
}

interface ReportDialogProps {
  open: boolean;
  item: Item;
  onClose: () => void;
}

function ReportDialog(props: ReportDialogProps) {
  const { t } = useTranslation('community');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('report.title')}
      description={t('report.text')}
      closeLabel={t('close')}
    >
      <ReportForm {...props} />
    </Dialog>
  );
}

function ReportForm({ item, onClose }: ReportDialogProps) {
  const { t } = useTranslation('community');
  const send = useMutation({
    mutationFn: (body: ReportBody) => callService(reportItem, { params: nameOf(item), body }),
    onSuccess: () => {
      notify(t('report.sent'), t('report.sentText'));
      onClose();
    },
  });
  const form = useForm<{ reason: ReportBody['reason']; text: string }>({
    values: { reason: 'spam', text: '' },
    send: ({ reason, text }) => send.mutateAsync({ reason, text: text.trim() }),
    refusal: (_, reason) => `${t('report.failed')}. ${reason}`,
  });
  return (
    <form {...form.props} className="space-y-5">
      <fieldset>
        <legend className="mb-1 text-small font-semibold">{t('report.reason')}</legend>
        {reportReasons.map((choice) => (
          <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input {...form.input('reason')} type="radio" value={choice} className="size-5 accent-leaf" />
            {t(`report.reasons.${choice}`)}
          </label>
        ))}
      </fieldset>
      <AreaField {...form.field('text')} label={t('report.words')} rows={3} maxLength={communityLimits.report} />
      <FormAlert>{form.alert}</FormAlert>
      <FormActions submit={t('report.send')} cancel={t('cancel')} onCancel={onClose} pending={form.isPending} />
    </form>
  );
}

interface RemoveDialogProps {
  open: boolean;
  item: Item;
  onClose: () => void;
}

/** Deleting one's own: what goes and what stays is said first. */
function RemoveDialog({ open, item, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureMessages();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { post } = item;
  const remove = useMutation({
    mutationFn: () => callService(deleteItem, { params: nameOf(item) }),
    onSuccess: async () => {
      notify(t('remove.done'));
      onClose();
      if (item.of === 'posts') void navigate(linkToPart(partOfKind[post.kind]), { replace: true });
      await queries.invalidateQueries({ queryKey: ['community'] });
    },
    onError: (error) => notify(t('remove.failed'), words(error), 'alert'),
  });
  const whatGoes =
    item.of === 'replies'
      ? t('remove.replyText')
      : post.replyCount === 0
        ? t('remove.postAlone')
        : t('remove.postTalked', { count: post.replyCount });
  return (
    <ConfirmDialog
      open={open}
      title={item.of === 'posts' ? t('remove.postTitle') : t('remove.replyTitle')}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{whatGoes}</p>
    </ConfirmDialog>
  );
}

interface HideDialogProps {
  open: boolean;
  name: ItemName;
  onClose: () => void;
}

/** An administrator says why, and the author reads it. */
export function HideDialog(props: HideDialogProps) {
  const { t } = useTranslation('community');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('hide.title')}
      description={t('hide.text')}
      closeLabel={t('close')}
    >
      <HideForm {...props} />
    </Dialog>
  );
}

function HideForm({ name, onClose }: HideDialogProps) {
  const { t } = useTranslation('community');
  const moderate = useModerate(name);
  const form = useForm({
    values: { why: '' },
    send: ({ why }) => moderate.mutateAsync({ act: 'hide', why: why.trim() }, { onSuccess: onClose }),
  });
  return (
    <form {...form.props}>
      <TextField {...form.field('why')} label={t('hide.why')} data-first-focus maxLength={communityLimits.why} />
      <FormActions
        look="danger"
        className="mt-6"
        submit={t('hide.confirm')}
        cancel={t('cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}

/** What an administrator does with a post or reply. Each act has one that takes it back. */
export function useModerate(params: ItemName) {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureMessages();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ModerationBody) => callService(moderateItem, { params, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['community'] });
      notify(t('actions.done'));
    },
    onError: (error) => notify(t('actions.failed'), words(error), 'alert'),
  });
}
