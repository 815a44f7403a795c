/** A report on paper: the lead, the lines, the days, and where it went. */
import { billLabels, finishPaper, ink, margin, openPaper, writeHead } from '#subjects/bills/service/index.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { textsIn } from '#kernel/texts.ts';
import type { ReportAnswer } from '../../contract/report.ts';
import type { WrittenReport } from './report-texts.ts';

const soft = { size: 9.5, color: ink.soft } as const;

export const reportPdf = async (
  written: WrittenReport,
  { origin, today }: ReportAnswer,
  nowMs: number,
): Promise<NodeJS.ReadableStream> => {
  const { told, report, writer, language, home } = written;
  const t = textsIn(language, 'report');
  const rooms = textsIn(language, 'rooms');
  const paper = await openPaper(told.heading, language, nowMs);
  const facts = {
    words: billLabels(language, home.country),
    language,
    householdName: home.name,
    isSimulated: origin === 'simulated',
    today,
    nowMs,
  };
  let y = writeHead(paper, facts, told.heading) + 34;
  paper.line('P', y, { text: told.lead, size: report.money === null ? 18 : 36, weight: 'strong' });
  y += 26;
  if (told.text !== '') y = paper.paragraph(told.text, y, { size: 11, color: ink.soft }) + 14;
  for (const { title, figure, text } of told.lines) {
    y = paper.roomFor(y, 44);
    const strong = { size: 11.5, weight: 'strong' } as const;
    paper.line(
      'H2',
      y,
      { ...strong, text: title },
      ...(figure === '' ? [] : [{ ...strong, text: figure, align: 'right' as const }]),
    );
    y = paper.paragraph(text, y + 16, { size: 10, color: ink.soft }) + 12;
  }
  const right = { align: 'right' } as const;
  const utilities = report.utilities.map(({ utility }) => utility);
  const width = (paper.width - 120) / Math.max(1, utilities.length + 1);
  const money = (amount: string | null): string => (amount === null ? '' : writer.money(amount, report.currency));
  const heads = [
    ...utilities.map((utility) => ({ title: writer.say(`utility.${utility}`), width, style: right })),
    ...(report.money === null ? [] : [{ title: facts.words.t('total'), width, style: right }]),
  ];
  y = paper.roomFor(y + 14, 120);
  paper.line('H2', y, {
    text: t(report.kind === 'year' ? 'page.barsUseOfYear' : 'page.barsUse'),
    size: 12,
    weight: 'strong',
  });
  y = paper.table(
    [{ title: facts.words.t('periodHead'), width: 120 }, ...heads],
    report.bars
      .filter(({ start }) => start <= today)
      .map(({ start, parts, total }) => ({
        cells: [
          report.kind === 'year' ? writer.barName(start, 'year') : writer.day(start, 'month'),
          ...utilities.map((utility) => {
            const part = parts.find((one) => one.utility === utility);
            return part === undefined ? '' : writer.amount(utility, part.used);
          }),
          ...(report.money === null ? [] : [money(total)]),
        ],
      })),
    y + 22,
  );
  if (report.rooms.length > 0) {
    y = paper.roomFor(y + 22, 90);
    paper.line('H2', y, { text: t('page.rooms'), size: 12, weight: 'strong' });
    y = paper.table(
      [
        { title: t('page.room'), width: 200 },
        { title: '', width: 120 },
        { title: facts.words.t('quantity'), width: 90, style: right },
        ...(report.money === null ? [] : [{ title: facts.words.t('amount'), width: 77, style: right }]),
      ],
      report.rooms.map(({ room, isRest, utility, used, use }) => {
        const known = toKnownRoom(room);
        const name = isRest ? t('unmetered') : known === undefined ? room || rooms('none') : rooms(known);
        return {
          cells: [
            name,
            writer.say(`utility.${utility}`),
            writer.amount(utility, used),
            ...(report.money === null ? [] : [money(use)]),
          ],
        };
      }),
      y + 22,
    );
  }
  paper.paragraph(t('foot'), paper.roomFor(y + 20, margin), soft);
  return finishPaper(paper, facts);
};
