import type { UseQueryResult } from '@tanstack/react-query';
import { textIn } from '#catalogue/index.ts';
import { faqCategories } from '../../../contract/contact-terms.ts';
import type { FaqEntry } from '#supabase/tables/index.ts';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/use-language.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { changeEntry, orderEntries, useAdminAct } from './admin-queries.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { RemoveRowDialog } from './remove-row-dialog.tsx';

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
