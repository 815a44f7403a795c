import { textIn } from '@wattershed/catalogue';
import type { FaqEntry } from '@wattershed/database';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/use-language.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Switch } from '../../../ui/switch.tsx';

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

export function EntryRow({ entry, isBusy, onUp, onDown, onShow, onEdit, onRemove }: EntryRowProps) {
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
