/** The home beside homes like it: beside what was published, with its source; where that is not known, what is missing and where it is said. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { ComparedUtility } from '#subjects/insight/contract/compare.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool } from '../tools/tool.ts';
import { compareLink, escapeMarkdown, figure } from '../writer.ts';
import { bullets, note, paragraphs, said, type Voice, voiceOf } from '../usage/phrases.ts';
import { isWhole } from '../usage/use-facts.ts';
import { tableOf } from '../usage/use-results.ts';
import type { Topic } from '../topic.ts';

declare module '../intent.ts' {
  interface Intents {
    others: { readonly part: AskedPart };
  }
}

type Published = NonNullable<ComparedUtility['published']>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'others');
/** As the page of it says it. */
const pageTexts = ({ language }: Asking) => textsIn(language, 'compare');

/** Within so much of it they are alike. */
const alike = 0.02;

const differenceText = (asking: Asking, own: number, published: number): string => {
  const change = own / published - 1;
  const which = Math.abs(change) < alike ? 'alike' : change < 0 ? 'less' : 'more';
  return pageTexts(asking)(`difference.${which}`, { share: asking.write.percent(Math.abs(change)) });
};

const dayText = (asking: Asking, utility: Utility, perDay: number): string =>
  pageTexts(asking)('aDay', { amount: figure(asking.write.amount(utility, perDay), compareLink) });

const besidePublished = (voice: Voice, { utility, year }: ComparedUtility, published: Published): string => {
  const shown = pageTexts(voice);
  const { source, scope, is, perDay } = published;
  const cited = shown('published.source', { title: escapeMarkdown(source.title), year: String(source.year) });
  const values = {
    utility: voice.title(utility),
    published: dayText(voice, utility, perDay),
    is: shown(`published.is.${is}`).toLocaleLowerCase(voice.write.locale),
  };
  const beside =
    year.perDay === null
      ? texts(voice)('own-unknown', values)
      : texts(voice)(year.state === 'estimated' ? 'beside-estimated' : 'beside', {
          ...values,
          own: dayText(voice, utility, year.perDay),
          difference: differenceText(voice, year.perDay, perDay),
          known: voice.write.number(year.daysKnown),
        });
  return `${beside} [${cited}](${compareLink}). ${shown(`published.scope.${scope}`)}`;
};

const oneText = (voice: Voice, compared: ComparedUtility): string => {
  const { published, missing, utility } = compared;
  if (published) return besidePublished(voice, compared, published);
  const link = missing === 'country' ? '/profile' : compareLink;
  return texts(voice)(`missing-${missing ?? 'unpublished'}`, { utility: voice.title(utility), link });
};

const resultOf = (voice: Voice, own: readonly ComparedUtility[]): FoundResult => {
  const t = pageTexts(voice);
  const aDay = (utility: Utility, perDay: number) => t('aDay', { amount: voice.write.amount(utility, perDay) });
  const rows = own.flatMap(({ utility, year: { perDay }, published }) =>
    published === null
      ? []
      : [
          [
            voice.title(utility),
            perDay === null ? t('state.unknown') : aDay(utility, perDay),
            aDay(utility, published.perDay),
          ],
        ],
  );
  const side = textsIn(voice.language, 'replies', 'co2')('column');
  return {
    tool: 'compare',
    title: t('title'),
    link: compareLink,
    ...(rows.length > 0 && { table: tableOf([side], [t('published.yours'), t('published.title')], rows) }),
  };
};

const replyToOthers = async (asking: Asking, { part }: Intent<'others'>): Promise<OwnAnswer> => {
  const { utilities, origin } = await asking.sources.comparison();
  const own = utilities.filter(({ utility }) => part.utility === null || utility === part.utility);
  const voice = voiceOf(asking);
  if (own.length === 0) return said(voice.t('no-readings'));
  const lines = own.map((one) => oneText(voice, one));
  return {
    text: paragraphs(
      texts(asking)('neighbours'),
      lines.length > 1 ? bullets(lines) : lines[0],
      note(!isWhole(part) && texts(asking)('whole-only'), voice.simulated(origin === 'simulated')),
    ),
    results: [resultOf(voice, own)],
  };
};

const besideShape = z.strictObject({
  ownPerDay: z.union([shape.quantity, z.string()]),
  published: z.union([
    z.strictObject({
      perDay: shape.quantity,
      is: z.string(),
      source: z.looseObject({ title: z.string() }),
    }),
    z.string(),
  ]),
});

export const othersTool = createTool({
  name: 'compare_with_published',
  tool: 'compare',
  description:
    'The household’s mean day of the last 365 days beside a published figure of homes like it, with its source; or what is missing for that. Nothing is known of neighbours.',
  args: {},
  facts: z.strictObject(shape.each(besideShape)),
  run: async (asking) => {
    const { utilities: own } = await asking.sources.comparison();
    const told = own.map(({ utility, year, published, missing }) => {
      const day = (perDay: number) => quantityFacts(asking, utility, perDay);
      const facts = {
        ownPerDay: year.perDay === null ? 'too few days known' : day(year.perDay),
        published: published
          ? { perDay: day(published.perDay), is: published.is, source: { ...published.source } }
          : `missing: ${missing ?? 'unpublished'}`,
      };
      return [utility, facts] as const;
    });
    return { facts: toEachUtility(told), result: resultOf(voiceOf(asking), own) };
  },
});

export const othersTopic: Topic<'others'> = {
  about: 'others',
  takes: 'than more less normal average use compare',
  next: ['compare', 'device-costs', 'tips'],
  tools: [othersTool],
  reply: replyToOthers,
};
