import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportKind, unitName } from '#catalogue/index.ts';
import { useFormat } from '#shell/household/household.ts';
import type { Household } from '#shell/household/memberships.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { ChoiceChips, SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Field, FormAlert, Input, Select } from '#shell/ui/field.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import type { ImportMapping, ImportOptions, ImportPreview, TimeFormat } from '#subjects/readings/contract/imports.ts';
import { useCostText } from './import-api.ts';
import { ImportOutlook, useImportOutlook } from './import-report.tsx';
import { MappingRow } from './mapping-row.tsx';

interface ImportFormProps {
  household: Household;
  preview: ImportPreview;
  fileName: string;
  isStarting: boolean;
  failure: string | undefined;
  onStart: (options: ImportOptions) => void;
  onCancel: () => void;
}

const timeFormats = ['iso', 'dmy', 'mdy', 'unix-s', 'unix-ms'] as const satisfies readonly TimeFormat[];

/** What was understood of the file, each part of it open to correction before anything is kept. */
export function ImportForm({ household, preview, fileName, isStarting, failure, onStart, onCancel }: ImportFormProps) {
  const { t } = useTranslation('devices');
  // Until somebody has said where the home is, this browser knows better than UTC.
  const [options, setOptions] = useState<ImportOptions>(() => ({
    ...preview.suggestion,
    ...(!household.time_zone_chosen &&
      preview.suggestion.timeZone === household.time_zone && {
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
  }));
  const change = (part: Partial<ImportOptions>) => setOptions({ ...options, ...part });
  const changeMapping = (column: string, mapping: ImportMapping) =>
    change({ mappings: options.mappings.map((one) => (one.column === column ? mapping : one)) });
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const [isAllTheSame, setAllTheSame] = useState(false);
  const outlook = useImportOutlook(preview.fileId, options);
  const unanswered = openKinds(preview, options, answered);
  const isStampAsked = preview.questions.some(({ code }) => code === 'stamp');
  const hasCounters = options.mappings.some(({ target, kind }) => !('skip' in target) && kind === 'counter');
  const hasRows = options.mappings.some(({ target, kind }) => !('skip' in target) && kind !== 'counter');
  const taken = options.mappings.filter(({ target }) => !('skip' in target)).length;
  return (
    <div className="space-y-4">
      <PreviewCard preview={preview} fileName={fileName} />
      {preview.questions.length > 0 && (
        <ImportQuestions
          preview={preview}
          options={options}
          answered={answered}
          onStamp={(stamp) => change({ stamp })}
          onKind={(mapping, kind) => {
            setAnswered([...answered, mapping.column]);
            changeMapping(mapping.column, { ...mapping, kind });
          }}
        />
      )}
      {/* A Green Button file says all of this itself. */}
      {preview.format === 'csv' && (
        <Card title={t('import.times')}>
          <div className="grid gap-5 md:grid-cols-2">
            <Field label={t('import.timeZone')} hint={t('import.timeZoneHint')}>
              {(control) => (
                <Input
                  {...control}
                  list="time-zones"
                  value={options.timeZone}
                  onChange={(event) => change({ timeZone: event.target.value })}
                />
              )}
            </Field>
            <datalist id="time-zones">
              {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
                <option key={zone} value={zone}>
                  {zone}
                </option>
              ))}
            </datalist>
            <Field label={t('import.timeFormat')}>
              {(control) => (
                <Select
                  {...control}
                  value={options.timeFormat ?? 'iso'}
                  options={timeFormats.map((format) => ({ value: format, label: t(`import.format.${format}`) }))}
                  onChange={(event) => change({ timeFormat: event.target.value as TimeFormat })}
                />
              )}
            </Field>
            {hasRows && !isStampAsked && (
              <div>
                <p className="mb-1.5 text-small font-semibold">{t('import.stamp')}</p>
                <SegmentedControl
                  label={t('import.stamp')}
                  value={options.stamp}
                  onChange={(stamp) => change({ stamp })}
                  options={[
                    { value: 'start', label: t('import.stampStart') },
                    { value: 'end', label: t('import.stampEnd') },
                  ]}
                />
              </div>
            )}
            {hasCounters && (
              <div>
                <p className="mb-1.5 text-small font-semibold">{t('import.counterStamp')}</p>
                <SegmentedControl
                  label={t('import.counterStamp')}
                  value={options.counterStamp}
                  onChange={(counterStamp) => change({ counterStamp })}
                  options={[
                    { value: 'instant', label: t('import.counterInstant') },
                    { value: 'start', label: t('import.counterStart') },
                  ]}
                />
              </div>
            )}
          </div>
        </Card>
      )}
      <Card title={t('import.columns')} aside={t('import.taken', { taken, count: options.mappings.length })}>
        <ul className="-my-2">
          {options.mappings.map((mapping) => (
            <MappingRow
              key={mapping.column}
              mapping={mapping}
              isMeaningKnown={preview.format === 'green-button'}
              onChange={(next) => {
                if (next.kind !== mapping.kind) setAnswered([...answered, mapping.column]);
                changeMapping(mapping.column, next);
              }}
            />
          ))}
        </ul>
      </Card>
      <ImportOutlook outlook={outlook} isAllTheSame={isAllTheSame} onAllTheSame={setAllTheSame} />
      {unanswered.length > 0 && <p className="text-small text-ink-soft">{t('import.answerFirst')}</p>}
      <FormAlert>{failure}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button
          size="large"
          pending={isStarting}
          disabled={taken === 0 || unanswered.length > 0 || (outlook.isContradicted && !isAllTheSame)}
          onClick={() => onStart(options)}
        >
          {t('import.start')}
        </Button>
        <Button size="large" look="secondary" onClick={onCancel}>
          {t('import.otherFile')}
        </Button>
      </div>
    </div>
  );
}

/** The columns whose kind is still to be said. */
function openKinds(preview: ImportPreview, options: ImportOptions, answered: readonly string[]): string[] {
  return preview.questions.flatMap((question) => {
    if (question.code !== 'kind' || answered.includes(question.column)) return [];
    const mapping = options.mappings.find(({ column }) => column === question.column);
    return mapping === undefined || 'skip' in mapping.target || mapping.kind === 'mean' ? [] : [question.column];
  });
}

const spanStyle = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

function PreviewCard({ preview, fileName }: { preview: ImportPreview; fileName: string }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const costText = useCostText();
  const span =
    preview.firstTime === null || preview.lastTime === null
      ? undefined
      : t('import.span', {
          from: format.date(Date.parse(preview.firstTime), spanStyle),
          to: format.date(Date.parse(preview.lastTime), spanStyle),
        });
  return (
    <Card title={fileName} aside={t('import.rows', { count: preview.rows, rows: format.number(preview.rows) })}>
      <p className="text-ink-soft">
        {[
          span,
          preview.stepS === null ? undefined : t('import.step', { minutes: format.number(preview.stepS / 60, 1) }),
          costText(preview.costs),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {preview.importedBefore.slice(0, 1).map((before) => (
        <p key={before.id} className="mt-2 rounded-control bg-power-soft px-3 py-2">
          {t('import.importedBefore', {
            when: format.date(Date.parse(before.at), { dateStyle: 'medium' }),
            name: before.fileName,
            count: before.accepted,
            readings: format.number(before.accepted),
          })}
        </p>
      ))}
      {preview.problems.length > 0 && (
        <ul className="mt-2 rounded-control bg-power-soft px-3 py-2 text-small">
          {preview.problems.slice(0, 5).map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.code}`}>
              {problem.line > 0 && `${t('import.line', { line: format.number(problem.line) })}: `}
              {problem.line === 0 && problem.code !== 'date-order-ambiguous' && `${problem.column}: `}
              {t(`import.problem.${problem.code}`)}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 text-small">
        <Table caption={t('import.sample')} className="whitespace-nowrap">
          <thead>
            <tr>
              {preview.columns.map((column, i) => (
                <HeaderCell key={column} numeric={i > 0}>
                  {column}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.sample.slice(0, 5).map((cells) => (
              <tr key={cells.join()}>
                {cells.map((cell, i) => (
                  // A cell is known by its column's place.
                  <Cell key={i} numeric={i > 0}>
                    {cell}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

interface ImportQuestionsProps {
  preview: ImportPreview;
  options: ImportOptions;
  /** Columns whose kind was said. */
  answered: readonly string[];
  onStamp: (stamp: ImportOptions['stamp']) => void;
  onKind: (mapping: ImportMapping, kind: ImportKind) => void;
}

/** What the file itself does not decide, with what each answer would come to. */
function ImportQuestions({ preview, options, answered, onStamp, onKind }: ImportQuestionsProps) {
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
