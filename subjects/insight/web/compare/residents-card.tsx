import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askTables } from '#shell/data/tables.ts';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Button } from '#shell/ui/button.tsx';
import { FormActions, FormAlert, SelectField } from '#shell/ui/field.tsx';
import { Card } from '#shell/ui/layout.tsx';
import type { ComparedHome } from '../../contract/compare.ts';

type Residents = Pick<ComparedHome, 'residents' | 'dwelling'>;

const most = 12;

/** How many live here, and in what: in one line, or asked for where nobody has said. */
export function ResidentsCard(given: Residents) {
  const { t } = useTranslation('compare');
  const isOwner = useRights().data?.role === 'owner';
  const [isOpen, setIsOpen] = useState(false);
  const { residents, dwelling } = given;
  if (isOwner && (isOpen || residents === null))
    return (
      <Card title={t('residents.title')}>
        <ResidentsForm {...given} onClose={residents === null ? undefined : () => setIsOpen(false)} />
      </Card>
    );
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4">
      <p>
        {residents === null
          ? t('residents.askOwner')
          : [t('residents.people', { count: residents }), dwelling && t(`residents.in.${dwelling}`)]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {isOwner && (
        <Button look="quiet" onClick={() => setIsOpen(true)} aria-label={t('residents.changeNamed')}>
          {t('residents.change')}
        </Button>
      )}
    </Card>
  );
}

function ResidentsForm({ residents, dwelling, onClose }: Residents & { onClose: (() => void) | undefined }) {
  const { t } = useTranslation('compare');
  const id = useHousehold().data?.id ?? '';
  const queries = useQueryClient();
  const form = useForm({
    values: { residents: residents === null ? '' : String(residents), dwelling: dwelling ?? '' },
    check: (values) => ({ residents: values.residents === '' ? t('residents.missing') : undefined }),
    send: async (values) => {
      await askTables((tables) =>
        tables
          .from('households')
          .update({ residents: Number(values.residents), dwelling: values.dwelling === '' ? null : values.dwelling })
          .eq('id', id),
      );
      await queries.invalidateQueries();
      onClose?.();
    },
    refusal: (_error, reason) => `${t('failed')} ${reason}`,
  });
  const counts = Array.from({ length: Math.max(most, residents ?? 0) }, (_, i) => String(i + 1));
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-small text-ink-soft">{t('residents.why')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field('residents')}
          label={t('residents.label')}
          options={[
            { value: '', label: t('residents.choose') },
            ...counts.map((value) => ({ value, label: t('residents.people', { count: Number(value) }) })),
          ]}
        />
        <SelectField
          {...form.field('dwelling')}
          label={t('residents.dwelling')}
          options={[
            { value: '', label: t('residents.choose') },
            { value: 'flat', label: t('residents.flat') },
            { value: 'house', label: t('residents.house') },
          ]}
        />
      </div>
      <FormAlert>{form.alert}</FormAlert>
      {onClose === undefined ? (
        <Button type="submit" pending={form.isPending}>
          {t('residents.save')}
        </Button>
      ) : (
        <FormActions
          submit={t('residents.save')}
          cancel={t('residents.cancel')}
          onCancel={onClose}
          pending={form.isPending}
          inPage
        />
      )}
    </form>
  );
}
