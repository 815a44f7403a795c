/** What is drawn at this moment, by the meters that were heard lately. */
import type { Utility } from '@wattershed/catalogue';
import { type FlowNow, flowNow } from '@wattershed/domain';
import { wholeHome } from '../home.ts';
import type { AskedPart } from '../question.ts';
import { type Reading, utilitiesOf } from './use.ts';

export interface NowRate extends FlowNow {
  readonly utility: Utility;
}

export interface NowFacts {
  readonly part: AskedPart;
  readonly isSimulated: boolean;
  readonly rates: readonly NowRate[];
}

export const readNow = async ({ home, sources }: Reading, part: AskedPart): Promise<NowFacts> => {
  const { meters, origin } = await sources.latest();
  return {
    part,
    isSimulated: origin === 'simulated',
    rates: utilitiesOf(home, part).map((utility) => ({
      utility,
      ...flowNow(
        meters,
        utility,
        home.nowMs,
        ({ room, deviceId }) =>
          (part.room === null || part.room === wholeHome || room === part.room) &&
          (part.device === null || deviceId === part.device),
      ),
    })),
  };
};
