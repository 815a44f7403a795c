import { useState } from 'react';
import { FirstPrices } from '#subjects/bills/web/first-prices.tsx';
import { FirstSteps, type FirstStepsProps } from '#subjects/household/web/first-steps/first-steps.tsx';
import { FirstHome } from '#subjects/identity/web/home-step/home-step.tsx';
import { LatestReadings, useTypedMeters } from '#subjects/readings/web/typed/latest-readings.tsx';
import { TypeReading } from '#subjects/readings/web/typed/type-reading.tsx';
import { typedReadings } from '#subjects/readings/web/typed/typed-readings.ts';
import { useOutbox } from '#shell/data/outbox-state.ts';

type Props = Pick<FirstStepsProps, 'home' | 'isOwner' | 'isDone' | 'onLater' | 'onClose'>;

/** The steps to the first bill, each made by its subject. */
export default function FirstStepsOfHome(props: Props) {
  const meters = useTypedMeters();
  const [isTyping, setTyping] = useState(false);
  const isWaiting = useOutbox().some(({ kind }) => kind === typedReadings.name);
  return (
    <>
      <FirstSteps
        {...props}
        isWaiting={isWaiting}
        Home={FirstHome}
        Prices={FirstPrices}
        Reading={LatestReadings}
        onType={() => setTyping(true)}
      />
      {/* It outlasts its step: the first reading asks for a second one. */}
      <TypeReading meters={isTyping ? meters : undefined} onClose={() => setTyping(false)} />
    </>
  );
}
