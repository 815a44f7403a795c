import { type ImportKind, unitName } from '#catalogue/index.ts';
import type { ImportMapping, ImportOptions, ImportPreview } from '#subjects/readings/contract/imports.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Card } from '#shell/ui/card.tsx';
import { ChoiceChips } from '#shell/ui/choice-chips.tsx';

export interface ImportQuestionsProps {
  preview: ImportPreview;
  options: ImportOptions;
  /** Columns whose kind was said. */
  answered: readonly string[];
  onStamp: (stamp: ImportOptions['stamp']) => void;
  onKind: (mapping: ImportMapping, kind: ImportKind) => void;
}

/** What the file itself does not decide, with what each answer would come to. */
export function ImportQuestions({ preview, options, answered, onStamp, onKind }: ImportQuestionsProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const sample = sampleTime(preview, options);
  const amount = (value: number, { unit }: ImportMapping) => `${format.number(value, 3)}\u00a0${unitName(unit)}`;
  const mappingOf = (column: string) =>
    options.mappings.find((one) => one.column === column && !('skip' in one.target) && one.kind !== 'mean');
  return (
    <Card title={t('import.questions')}>
      <div className="space-y-5">
        {preview.questions.map((question) => {
          if (question.code === 'stamp') {
            return (
              <div key="stamp">
                <p className="mb-1.5 font-semibold break-words">{t('import.askStamp', { time: sample })}</p>
                <ChoiceChips
                  label={t('import.stamp')}
                  value={options.stamp}
                  options={[
                    { value: 'start', label: t('import.askStart') },
                    { value: 'end', label: t('import.askEnd') },
                  ]}
                  onChange={onStamp}
                />
                <p className="mt-1.5 text-small text-ink-soft">{t('import.askStampText')}</p>
              </div>
            );
          }
          const { column } = question;
          if (question.code === 'unit') return <p key={column}>{t('import.askUnit', { column })}</p>;
          const mapping = mappingOf(column);
          if (mapping === undefined) return null;
          const isAnswered = answered.includes(column);
          return (
            <div key={column}>
              <p className="mb-1.5 font-semibold break-words">{t('import.askKind', { column })}</p>
              <ChoiceChips
                label={t('import.askKind', { column })}
                value={isAnswered ? mapping.kind : ''}
                options={[
                  { value: 'counter', label: t('import.askCounter', { used: amount(question.asCounter, mapping) }) },
                  { value: 'interval', label: t('import.askAmounts', { used: amount(question.asAmounts, mapping) }) },
                ]}
                onChange={(kind) => onKind(mapping, kind as ImportKind)}
              />
            </div>
          );
        })}
      </div>
    </Card>
  );
}

/** The first row's time as the file writes it. */
function sampleTime({ columns, sample }: ImportPreview, { timeColumn, clockColumn }: ImportOptions): string {
  const cell = (column: string | undefined) => sample[0]?.[columns.indexOf(column ?? '')] ?? '';
  return `${cell(timeColumn)} ${cell(clockColumn)}`.trim();
}

/** The columns whose kind is still to be said. */
export function openKinds(preview: ImportPreview, options: ImportOptions, answered: readonly string[]): string[] {
  return preview.questions.flatMap((question) => {
    if (question.code !== 'kind' || answered.includes(question.column)) return [];
    const mapping = options.mappings.find(({ column }) => column === question.column);
    return mapping === undefined || 'skip' in mapping.target || mapping.kind === 'mean' ? [] : [question.column];
  });
}
