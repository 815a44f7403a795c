/** The quarter-hours or the single readings of a month as a file for other programs: which month, and as what. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { fetchService } from '#shell/data/service.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { SelectField } from '#shell/ui/field.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { readReadingParquet, readReadingTable } from '#subjects/readings/contract/reading-files.ts';
import { readUsageParquet, readUsageTable } from '#subjects/usage/contract/usage-files.ts';

const months = 36;
const contents = ['quarters', 'readings'] as const;
type Kind = 'csv' | 'parquet';

/** The first day of the month after it. */
const monthAfter = (month: string): string => {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
};

const fetchFile = (content: (typeof contents)[number], kind: Kind, month: string, household: string | undefined) => {
  if (content === 'quarters')
    return fetchService(kind === 'csv' ? readUsageTable : readUsageParquet, { query: { month, household } });
  const query = { from: `${month}-01`, to: monthAfter(month), household };
  return fetchService(kind === 'csv' ? readReadingTable : readReadingParquet, { query });
};

/** `2026-11`, and those before it. */
const monthsUntil = (nowMs: number): string[] => {
  const now = new Date(nowMs);
  return Array.from({ length: months }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i, 1)).toISOString().slice(0, 7),
  );
};

export function UsageFiles() {
  const { t } = useTranslation('elsewhere');
  const format = useFormat();
  const words = useFailureMessages();
  const online = useOnline();
  const household = useHouseholdId();
  const choices = monthsUntil(useNow(3_600_000));
  const [month, setMonth] = useState(choices[0] ?? '');
  const [content, setContent] = useState<(typeof contents)[number]>('quarters');
  const file = useMutation({
    mutationFn: async (kind: Kind) => {
      const answer = await fetchFile(content, kind, month, household);
      saveFile(await answer.blob(), `wattershed-${content === 'quarters' ? '' : 'readings-'}${month}.${kind}`);
    },
    onError: (error) => notify(t('files.failed'), words.ofThrown(error), 'alert'),
  });
  const name = (one: string) =>
    format.date(Date.parse(`${one}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <SelectField
        label={t('files.content')}
        fieldClass="min-w-44"
        value={content}
        options={contents.map((value) => ({ value, label: t(`files.${value}`) }))}
        onChange={({ target: { value } }) => setContent(value === 'readings' ? value : 'quarters')}
      />
      <SelectField
        label={t('files.month')}
        fieldClass="min-w-44"
        value={month}
        options={choices.map((value) => ({ value, label: name(value) }))}
        onChange={({ target: { value } }) => setMonth(value)}
      />
      {(['csv', 'parquet'] as const).map((kind) => (
        <Button
          key={kind}
          look="secondary"
          disabled={!online}
          pending={file.isPending && file.variables === kind}
          onClick={() => file.mutate(kind)}
        >
          {t(`files.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
