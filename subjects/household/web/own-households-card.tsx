import { useQueryClient } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import type { Membership } from '#shell/household/memberships.ts';
import { lookAt } from '#shell/household/choice-menu.ts';
import { useOnline } from '#shell/data/online.ts';
import type { SessionUser } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { householdCalls, useHomeName, useHouseholdAction } from './household-api.ts';

export interface OwnHouseholdsCardProps {
  user: SessionUser;
  all: readonly Membership[];
  currentId: string | undefined;
}

/** Every household that one belongs to: which is shown, and one more if need be. */
export function OwnHouseholdsCard({ user, all, currentId }: OwnHouseholdsCardProps) {
  const { t } = useTranslation('household');
  const online = useOnline();
  const [isAdding, setAdding] = useState(false);
  return (
    <Card title={t('mine.title')} id="households">
      <ul className="-mt-2" aria-label={t('mine.title')}>
        {all.map((one) => (
          <OwnHousehold
            key={one.households.id}
            membership={one}
            userId={user.id}
            isShown={one.households.id === currentId}
          />
        ))}
      </ul>
      {!user.isGuest && (
        <Button
          look="secondary"
          className="mt-4"
          icon={<Plus className="size-5" aria-hidden />}
          disabled={!online}
          onClick={() => setAdding(true)}
        >
          {t('mine.create')}
        </Button>
      )}
      <AddDialog open={isAdding} onClose={() => setAdding(false)} />
    </Card>
  );
}

interface OwnHouseholdProps {
  membership: Membership;
  userId: string;
  isShown: boolean;
}

function OwnHousehold({ membership, userId, isShown }: OwnHouseholdProps) {
  const { t } = useTranslation(['household', 'shell']);
  const queries = useQueryClient();
  const { id } = membership.households;
  const name = useHomeName()(membership.households);
  const show = async () => {
    await lookAt(queries, userId, id);
    notify(t('shell:account.lookingAt', { name }));
  };
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-small text-ink-soft">{t(`role.${membership.role}`)}</p>
      </div>
      {isShown ? (
        <p className="flex shrink-0 items-center gap-1.5 text-small font-semibold text-leaf">
          <Check className="size-4" aria-hidden />
          {t('mine.shown')}
        </p>
      ) : (
        <Button look="quiet" size="small" aria-label={t('mine.showOf', { name })} onClick={() => void show()}>
          {t('mine.show')}
        </Button>
      )}
    </li>
  );
}

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['household', 'shell']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('mine.create')}
      description={t('mine.createText')}
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['household', 'shell']);
  const add = useHouseholdAction((name: string) => householdCalls.create({ name }), {
    done: (_, name) => t('mine.made', { name }),
    failed: t('mine.failed'),
  });
  const form = useForm({
    values: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t('mine.nameMissing') : undefined }),
    send: ({ name }) => add.mutateAsync(name.trim(), { onSuccess: onClose }),
  });
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label={t('mine.name')} data-first-focus maxLength={80} />
      <FormActions
        className="mt-6"
        submit={t('mine.make')}
        cancel={t('shell:cancel')}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}
