import { useTranslation } from 'react-i18next';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { TextField } from '#shell/ui/field.tsx';
import type { PushKind, SetUpPushBody } from '../../contract/pushes.ts';
import { useSetUpPush } from './push-queries.ts';

interface PushFormProps {
  kind: PushKind;
  /** With the secret of a webhook. */
  onDone: (secret: string | null) => void;
  onCancel: () => void;
}

type Values = Record<'address' | 'organization' | 'bucket' | 'token', string>;

const bodyOf = (kind: PushKind, { address, organization, bucket, token }: Values): SetUpPushBody =>
  kind === 'webhook'
    ? { kind, address: address.trim() }
    : {
        kind,
        address: address.trim(),
        organization: organization.trim(),
        bucket: bucket.trim(),
        token: token.trim(),
      };

/** All of it is typed anew each time: a token goes to no other address than the one it was given with. */
export function PushForm({ kind, onDone, onCancel }: PushFormProps) {
  const { t } = useTranslation('elsewhere');
  const setUp = useSetUpPush();
  const form = useForm<Values, 'address' | 'missing'>({
    values: { address: '', organization: '', bucket: '', token: '' },
    check: ({ address, bucket }) => ({
      address: /^https?:\/\/\S+$/.test(address.trim()) ? undefined : 'address',
      bucket: kind === 'influx' && bucket.trim() === '' ? 'missing' : undefined,
    }),
    words: (fault) => t(`form.${fault}Fault`),
    send: async (values) => onDone((await setUp.mutateAsync(bodyOf(kind, values))).secret),
    blame: { 'push-not-allowed': 'address' },
  });
  return (
    <form {...form.props} className="mt-4 max-w-xl space-y-4" aria-label={t(`${kind}.title`)}>
      <TextField
        {...form.field('address')}
        label={t('form.address')}
        hint={t(`${kind}.addressHint`)}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={300}
        // biome-ignore lint/a11y/noAutofocus: the form came by a press of its button.
        autoFocus
      />
      {kind === 'influx' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('bucket')} label={t('form.bucket')} autoComplete="off" maxLength={100} />
            <TextField
              {...form.field('organization')}
              label={t('form.organization')}
              autoComplete="off"
              maxLength={100}
            />
          </div>
          <TextField
            {...form.field('token')}
            label={t('form.token')}
            hint={t('form.tokenHint')}
            type="password"
            autoComplete="off"
            maxLength={500}
          />
        </>
      )}
      {form.alert !== undefined && (
        <p role="alert" className="text-alert">
          {form.alert}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={form.isPending}>
          {t('form.send')}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}
