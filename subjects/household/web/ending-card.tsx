import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import type { Household } from '#shell/household/memberships.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, TextField } from '#shell/ui/field.tsx';
import { householdCalls, useHomeName, useHouseholdAction, usePeople } from './household-api.ts';
import { TokensChoice, type TokensFate } from './tokens-choice.tsx';

interface HouseholdEndingCardProps {
  household: Household;
  userId: string;
  isOwner: boolean;
}

/** Leaving a household, or deleting it: its owner cannot leave before it is somebody else's. */
export function HouseholdEndingCard({ household, userId, isOwner }: HouseholdEndingCardProps) {
  const { t } = useTranslation('household');
  const people = usePeople(household.id);
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const isAlone = (people.data?.length ?? 1) === 1;
  const words = isOwner ? 'delete' : 'leave';
  const close = () => setAsking(false);
  return (
    <Card title={t('end.title')}>
      {isOwner && <p className="mb-4 text-ink-soft">{t(isAlone ? 'end.ownerAlone' : 'end.owner')}</p>}
      <Button look="secondary" className="text-alert" disabled={!online} onClick={() => setAsking(true)}>
        {t(`${words}.button`)}
      </Button>
      {isOwner ? (
        <DeleteDialog open={isAsking} household={household} onClose={close} />
      ) : (
        <LeaveDialog open={isAsking} household={household} userId={userId} onClose={close} />
      )}
    </Card>
  );
}

interface DialogProps {
  open: boolean;
  household: Household;
  onClose: () => void;
}

function DeleteDialog({ open, household, onClose }: DialogProps) {
  const { t } = useTranslation('household');
  const { id } = household;
  const name = useHomeName()(household);
  const remove = useHouseholdAction(() => householdCalls.delete(id, household.name), {
    done: () => t('delete.done', { household: name }),
    failed: t('delete.failed'),
  });
  return (
    <TypedConfirm
      open={open}
      title={t('delete.ask', { household: name })}
      text={t('delete.text')}
      household={name}
      confirmLabel={t('delete.confirm')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ open, household, userId, onClose }: DialogProps & { userId: string }) {
  const { t } = useTranslation('household');
  const { id } = household;
  const name = useHomeName()(household);
  const people = usePeople(id).data ?? [];
  const tokens = people.find((person) => person.userId === userId)?.tokens ?? [];
  const owner = people.find(({ role }) => role === 'owner')?.name ?? '';
  // Hardware that measures the home does not fall silent because somebody moves out.
  const [fate, setFate] = useState<TokensFate>('keep');
  const count = tokens.length;
  const leave = useHouseholdAction(() => householdCalls.remove(id, userId, count > 0 ? fate : undefined), {
    done: () => t('leave.done', { household: name }),
    failed: t('leave.failed'),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('leave.ask', { household: name })}
      confirmLabel={t('leave.confirm')}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('leave.text')}</p>
      {count > 0 && (
        <TokensChoice
          tokens={tokens}
          text={t('leave.tokens', { count })}
          keepLabel={owner === '' ? t('leave.toOwner') : t('leave.to', { owner })}
          hints={{ end: t('leave.endHint', { count }), keep: t('leave.keepHint', { count }) }}
          value={fate}
          onChange={setFate}
        />
      )}
    </ConfirmDialog>
  );
}

interface TypedConfirmProps {
  open: boolean;
  title: string;
  /** What will be so. */
  text: ReactNode;
  /** What has to be typed, as it stands. */
  household: string;
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before what cannot be taken back at all: the household's name has to be typed. */
export function TypedConfirm({ open, title, text, onClose, ...rest }: TypedConfirmProps) {
  const { t: shell } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} closeLabel={shell('close')} title={title} description={text}>
      <TypedForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type TypedFormProps = Omit<TypedConfirmProps, 'open' | 'title' | 'text'>;

function TypedForm({ household, confirmLabel, isPending, onConfirm, onClose }: TypedFormProps) {
  const { t } = useTranslation(['household', 'shell']);
  const isSame = (typed: string) => plain(typed) === plain(household);
  const form = useForm({ values: { typed: '' }, send: ({ typed }) => isSame(typed) && onConfirm() });
  return (
    <form {...form.props}>
      <TextField
        {...form.field('typed')}
        label={t('typeName', { household })}
        data-first-focus
        autoComplete="off"
        maxLength={80}
      />
      <FormActions
        look="danger"
        className="mt-6"
        submit={confirmLabel}
        cancel={t('shell:cancel')}
        onCancel={onClose}
        pending={isPending}
        disabled={!isSame(form.values.typed)}
      />
    </form>
  );
}

const plain = (name: string) => name.trim().normalize();
