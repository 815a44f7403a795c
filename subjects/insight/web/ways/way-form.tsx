import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { FormActions, FormAlert, TextField } from '#shell/ui/field.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import type { AddressedWay } from '../../contract/notice-ways.ts';
import { useAddWay } from './way-queries.ts';

type Kind = AddressedWay['way'];
type Values = Record<'label' | 'address' | 'room' | 'token', string>;

const kinds = ['webhook', 'ntfy', 'matrix'] as const satisfies readonly Kind[];

const bodyOf = (way: Kind, values: Values): AddressedWay => {
  const [label, address, room, token] = [values.label, values.address, values.room, values.token].map((one) =>
    one.trim(),
  ) as [string, string, string, string];
  if (way === 'webhook') return { way, label, address };
  if (way === 'ntfy') return { way, label, address, token };
  return { way, label, address, room, token };
};

interface WayFormProps {
  /** With the secret of a webhook. */
  onDone: (secret: string | null) => void;
  onCancel: () => void;
}

export function WayForm({ onDone, onCancel }: WayFormProps) {
  const { t } = useTranslation('notice-ways');
  const [kind, setKind] = useState<Kind>('webhook');
  const add = useAddWay();
  const form = useForm<Values, 'address' | 'missing' | 'room'>({
    values: { label: '', address: '', room: '', token: '' },
    check: ({ label, address, room, token }) => ({
      label: label.trim() === '' ? 'missing' : undefined,
      address: /^https?:\/\/\S+$/.test(address.trim()) ? undefined : 'address',
      room: kind === 'matrix' && !/^![^\s/?#]+$/.test(room.trim()) ? 'room' : undefined,
      token: kind === 'matrix' && token.trim() === '' ? 'missing' : undefined,
    }),
    words: (fault) => t(`form.${fault}Fault`),
    send: async (values) => onDone((await add.mutateAsync(bodyOf(kind, values))).secret),
    blame: { 'push-not-allowed': 'address' },
  });
  return (
    <form {...form.props} className="mt-4 max-w-xl space-y-4" aria-label={t('ways.add')}>
      <ChoiceChips
        label={t('form.kind')}
        isLabelShown
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <TextField
        {...form.field('label')}
        label={t('form.label')}
        hint={t('form.labelHint')}
        autoComplete="off"
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: the form came by a press of its button.
        autoFocus
      />
      <TextField
        {...form.field('address')}
        label={t('form.address')}
        hint={t(`form.${kind}Hint`)}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={300}
      />
      {kind === 'matrix' && (
        <TextField
          {...form.field('room')}
          label={t('form.room')}
          hint={t('form.roomHint')}
          autoComplete="off"
          maxLength={255}
        />
      )}
      {kind !== 'webhook' && (
        <TextField
          {...form.field('token')}
          label={t('form.token')}
          hint={t(kind === 'ntfy' ? 'form.tokenHint' : 'form.matrixTokenHint')}
          type="password"
          autoComplete="off"
          maxLength={500}
        />
      )}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions
        inPage
        submit={t('form.send')}
        cancel={t('form.cancel')}
        pending={form.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
