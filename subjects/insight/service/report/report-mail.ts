/** A report as a mail: tables and inline styles, as every mail reader shows them, and the same as text. */
import { interchangeOf, utilityIds } from '#catalogue/index.ts';
import { escapeHtml } from '#kernel/mail/auth-mail.ts';
import { textsIn } from '#kernel/texts.ts';
import type { ReportLine } from '../../domain/report/report-lines.ts';
import type { WrittenReport } from './report-texts.ts';

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const font = "font-family:Anek,'Segoe UI',Roboto,Arial,sans-serif;";
const colour = {
  ink: '#17212b',
  soft: '#52606d',
  leaf: '#14594a',
  well: '#2c9a63',
  line: '#e4e0d6',
  axis: '#cfc9bb',
  fixed: '#d8d2c4',
  paper: '#f6f4ef',
} as const;

const style = (size: number, color: string, more = ''): string => `${font}font-size:${size}px;color:${color};${more}`;
const table = (inside: string, attributes = 'width="100%"'): string =>
  `<table role="presentation" ${attributes} cellpadding="0" cellspacing="0">${inside}</table>`;

const stripeOf = ({ kind, utility }: ReportLine): string =>
  utility !== null ? interchangeOf(utility).print.fill : kind === 'noticed' ? colour.well : colour.leaf;

const lineHtml = (line: ReportLine, origin: string): string =>
  `<tr><td width="6" style="background:${stripeOf(line)};border-radius:3px;font-size:0">&nbsp;</td>` +
  `<td style="${style(16, colour.ink, 'padding:2px 12px 2px 14px;line-height:1.45')}"><a href="${escapeHtml(origin + line.href)}" style="color:${colour.ink};font-weight:600;text-decoration:none">${escapeHtml(line.title)}</a>` +
  `<br><span style="color:${colour.soft}">${escapeHtml(line.text)}</span></td>` +
  `<td align="right" valign="top" style="${style(20, colour.ink, 'padding-top:2px;font-weight:650;white-space:nowrap')}">${escapeHtml(line.figure)}</td></tr>` +
  '<tr><td colspan="3" height="16" style="font-size:0"></td></tr>';

/** Pixels of the highest bar. */
const chartHeight = 108;

/** The days of a week, or the months of a year, in money; a month has more days than a mail is wide. */
const chartHtml = (written: WrittenReport): string => {
  const { report, writer } = written;
  const { bars, kind, money } = report;
  if (money === null || kind === 'month') return '';
  const highest = Math.max(...bars.map(({ total }) => Number(total ?? 0)));
  if (highest <= 0) return '';
  const pixels = (amount: string | null): number =>
    Math.max(0, Math.round((Number(amount ?? 0) / highest) * chartHeight));
  const block = (height: number, background: string): string =>
    height === 0
      ? ''
      : `<tr><td height="${height}" style="background:${background};font-size:0;line-height:0">&nbsp;</td></tr><tr><td height="2" style="font-size:0;line-height:0"></td></tr>`;
  const columns = bars.map(({ total, fixed, parts }) => {
    const blocks = [...parts]
      .reverse()
      .map(({ utility, use }) => block(pixels(use), interchangeOf(utility).print.fill));
    const figure = total === null ? '' : escapeHtml(writer.number(Number(total), kind === 'week' ? 2 : 0));
    return (
      `<td valign="bottom" align="center" style="padding:0 ${kind === 'week' ? 7 : 3}px"><div style="${style(14, colour.ink, 'padding-bottom:4px')}">${figure}</div>` +
      `${table(blocks.join('') + block(pixels(fixed), colour.fixed))}</td>`
    );
  });
  const names = bars.map(
    ({ start }) =>
      `<td align="center" style="${style(14, colour.soft, `padding-top:6px;border-top:1px solid ${colour.axis}`)}">${escapeHtml(writer.barName(start, kind))}</td>`,
  );
  return table(`<tr>${columns.join('')}</tr><tr>${names.join('')}</tr>`) + legendHtml(written);
};

const legendHtml = ({ report, writer, language }: WrittenReport): string => {
  const t = textsIn(language, 'report');
  const swatch = (background: string, name: string): string =>
    `<span style="display:inline-block;width:12px;height:12px;border-radius:3px;background:${background};vertical-align:-1px;margin-right:6px"></span>${escapeHtml(name)} &nbsp; `;
  const shown = utilityIds.filter((utility) =>
    report.bars.some(({ parts }) => parts.some((part) => part.utility === utility && part.use !== null)),
  );
  const entries = [
    ...shown.map((utility) => swatch(interchangeOf(utility).print.fill, writer.say(`utility.${utility}`))),
    ...(Number(report.money?.fixed ?? 0) > 0 ? [swatch(colour.fixed, t('legend.fixed'))] : []),
  ];
  const money = escapeHtml(t('legend.money', { currency: report.currency ?? '' }));
  return `<div style="${style(14, colour.soft, 'margin:12px 0 24px')}">${entries.join('')}${money}</div>`;
};

const textOf = ({ told }: WrittenReport, link: string, foot: readonly string[]): string =>
  [
    [told.heading, told.lead, told.text].filter(Boolean).join('\n'),
    ...told.lines.map(({ title, figure, text }) =>
      [[title, figure].filter(Boolean).join(': '), text].filter(Boolean).join('\n'),
    ),
    link,
    foot.join('\n'),
  ].join('\n\n') + '\n';

export const reportMail = (written: WrittenReport, origin: string): WrittenMail => {
  const { told, report, home, language } = written;
  const t = textsIn(language, 'report');
  const link = `${origin}/report/${report.period}`;
  const settings = `${origin}/profile#notifications`;
  const subject = t(`mail.subject.${report.kind}`, { lead: told.lead });
  const basis = t('mail.basis', { zone: home.timeZone.replaceAll('_', ' ') });
  const head = table(
    `<tr><td style="${style(20, colour.ink, 'padding:0 4px 14px;font-weight:680')}">Wattershed</td>` +
      `<td align="right" style="${style(14, colour.soft, 'padding:0 4px 14px')}">${escapeHtml(home.name)}</td></tr>`,
  );
  const sheet =
    `<div style="${style(16, colour.ink, 'font-weight:600')}">${escapeHtml(told.heading)}</div>` +
    `<div style="${style(report.money === null ? 30 : 52, colour.ink, 'line-height:1.1;font-weight:680;letter-spacing:-.015em;margin-top:6px')}">` +
    `<a href="${escapeHtml(origin + told.href)}" style="color:${colour.ink};text-decoration:none">${escapeHtml(told.lead)}</a></div>` +
    `<div style="${style(16, colour.soft, 'margin-bottom:20px')}">${escapeHtml(told.text)}</div>` +
    chartHtml(written) +
    table(told.lines.map((line) => lineHtml(line, origin)).join('')) +
    table(
      `<tr><td style="background:${colour.leaf};border-radius:10px"><a href="${escapeHtml(link)}" style="${style(16, '#fff', 'display:inline-block;padding:12px 20px;font-weight:600;text-decoration:none')}">${escapeHtml(t(`mail.see.${report.kind}`))}</a></td></tr>`,
      'style="margin-top:4px"',
    );
  const foot = `<div style="${style(14, colour.soft, 'line-height:1.5;padding:16px 6px 0')}">${escapeHtml(basis)}<br>${escapeHtml(t('mail.comes'))} <a href="${escapeHtml(settings)}" style="color:${colour.leaf};font-weight:600">${escapeHtml(t('mail.change'))}</a></div>`;
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title>` +
    `<style>@media(max-width:500px){.pad{padding:20px 18px!important}}</style></head><body style="margin:0;background:${colour.paper};${font}">` +
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(told.text)}</div>` +
    table(
      `<tr><td style="padding:20px 16px 28px">${head}${table(
        `<tr><td class="pad" style="padding:28px 32px">${sheet}</td></tr>`,
        `width="100%" style="background:#fff;border:1px solid ${colour.line};border-radius:16px"`,
      )}${foot}</td></tr>`,
      'width="100%" style="max-width:600px;margin:0 auto"',
    ) +
    '</body></html>\n';
  const text = textOf(written, `${t(`mail.see.${report.kind}`)}: ${link}`, [
    basis,
    `${t('mail.comes')} ${t('mail.change')}: ${settings}`,
  ]);
  return { subject, text, html };
};
