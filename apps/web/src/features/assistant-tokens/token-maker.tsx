import type { CreatedToken } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { clientSetup } from './client-setup.ts';
import { CopiedText } from './copied-text.tsx';
import { useMakeToken } from './token-queries.ts';

export interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes a token and shows it with all that the other program needs: this once. */
export function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('assistant-tokens');
  const make = useMakeToken(onMade);
  const form = useForm({
    values: { name: '' },
    send: async ({ name }) => {
      await make.mutateAsync(name.trim());
      form.reset();
    },
    blame: 'name',
  });
  return (
    <>
      <form {...form.props} className="flex flex-wrap items-end gap-3">
        <TextField
          {...form.field('name')}
          label={t('name')}
          fieldClass="min-w-52 flex-1"
          maxLength={80}
          placeholder={t('example')}
        />
        <Button type="submit" look="secondary" pending={form.isPending}>
          {token === undefined ? t('make') : t('another')}
        </Button>
      </form>
      {token !== undefined && <MadeToken token={token.token} />}
    </>
  );
}

function MadeToken({ token }: { token: string }) {
  const { t } = useTranslation('assistant-tokens');
  return (
    <div className="mt-4 space-y-4 rounded-control border border-leaf/40 bg-leaf-soft p-4">
      <p role="status" className="font-semibold">
        {t('once')}
      </p>
      <CopiedText title={t('token')} text={token} copyLabel={t('copyToken')} />
      <CopiedText title={t('setup')} text={clientSetup(token)} copyLabel={t('copySetup')} />
      <p className="text-small text-ink-soft">{t('warning')}</p>
    </div>
  );
}
