import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreatedToken, type CreateTokenBody, makeIngestToken } from '@wattershed/contracts/tokens';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.tsx';
import { useHousehold } from '../../platform/household.ts';
import { callService } from '../../platform/service.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CopyButton } from '../../platform/copy-button.tsx';

export interface TokenMakerProps {
  token: CreatedToken | undefined;
  onMade: (token: CreatedToken) => void;
}

/** Makes an ingest token and shows it: this once, and never again. */
export function TokenMaker({ token, onMade }: TokenMakerProps) {
  const { t } = useTranslation('devices');
  const queryClient = useQueryClient();
  const householdId = useHousehold().data?.id;
  const make = useMutation({
    mutationFn: (name: string) => {
      const body: CreateTokenBody = { name };
      return callService(makeIngestToken, { body: { ...body, household: householdId } });
    },
    onSuccess: (made) => {
      onMade(made);
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
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
      <form {...form.props} className="flex max-w-xl flex-wrap items-end gap-3">
        <TextField
          {...form.field('name')}
          label={t('tokens.name')}
          fieldClass="min-w-52 flex-1"
          maxLength={80}
          placeholder={t('tokens.example')}
        />
        <Button type="submit" look={token === undefined ? 'primary' : 'secondary'} pending={form.isPending}>
          {token === undefined ? t('tokens.make') : t('tokens.another')}
        </Button>
      </form>
      {token !== undefined && (
        <div className="mt-4 rounded-control border border-leaf/40 bg-leaf-soft p-4" role="status">
          <p className="font-semibold">{t('tokens.once')}</p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-64 rounded-[6px] bg-card px-3 py-2 break-all" data-token>
              {token.token}
            </code>
            <CopyButton text={token.token} label={t('tokens.copy')} look="primary" />
          </div>
          <p className="mt-2 text-small text-ink-soft">{t('tokens.warning')}</p>
        </div>
      )}
    </>
  );
}
