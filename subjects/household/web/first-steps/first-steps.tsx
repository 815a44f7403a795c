import { Check, ChevronRight, Cpu, FileUp, Keyboard, type LucideIcon } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Household } from '#shell/household/memberships.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';

const steps = ['home', 'meter', 'prices', 'done'] as const;
type Step = (typeof steps)[number];

interface StepProps {
  home: Household;
  onLater: () => void;
}

export interface FirstStepsProps {
  home: Household;
  /** Who says where the home is; anybody else begins with a meter. */
  isOwner: boolean;
  /** What is really there. */
  isDone: Record<Exclude<Step, 'done'>, boolean>;
  /** A reading was typed here, and waits for the connection. */
  isWaiting: boolean;
  Home: ComponentType<StepProps>;
  Prices: ComponentType<StepProps>;
  /** What the meter showed, once it has one reading; it offers another. */
  Reading: ComponentType;
  onType: () => void;
  onLater: () => void;
  onClose: () => void;
}

/** From a new home to its first bill: where it is, how its use is known, what it costs. */
export function FirstSteps(props: FirstStepsProps) {
  const { home, isOwner, isDone, isWaiting, Home, Prices, Reading, onType, onLater, onClose } = props;
  const { t } = useTranslation('household');
  const id = useId();
  const [back, setBack] = useState<Step>();
  const reached = steps.find((step) => step === 'done' || !(isDone[step] || (step === 'home' && !isOwner))) ?? 'done';
  const current = back ?? reached;
  const forward = () => setBack(undefined);
  return (
    <section
      aria-labelledby={id}
      className="mb-4 rounded-card border border-line bg-card p-4 sm:p-6 lg:mt-15"
      data-first-steps={current}
    >
      <h2 id={id} className="sr-only">
        {t('firstSteps.title')}
      </h2>
      <Stepper current={current} isDone={isDone} />
      <div className="mt-5">
        {current === 'home' && <Home home={home} onLater={onLater} />}
        {current === 'meter' && (
          <MeterStep
            isWaiting={isWaiting}
            onType={onType}
            onBack={isOwner && !isDone.home ? () => setBack('home') : undefined}
            onForward={reached === 'meter' ? undefined : forward}
            onLater={onLater}
          />
        )}
        {current === 'prices' && (
          <>
            <Reading />
            <Prices home={home} onLater={onLater} />
          </>
        )}
        {current === 'done' && <DoneStep onClose={onClose} />}
      </div>
    </section>
  );
}

function Stepper({ current, isDone }: { current: Step; isDone: FirstStepsProps['isDone'] }) {
  const { t } = useTranslation('household');
  return (
    <ol className="flex items-center gap-1 sm:gap-3" aria-label={t('firstSteps.title')}>
      {steps.map((step, i) => {
        const isTicked = step === 'done' ? current === 'done' : isDone[step];
        const isCurrent = step === current;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'flex min-w-0 items-center gap-1 max-sm:flex-1 max-sm:flex-col sm:gap-2.5',
              i < steps.length - 1 && 'flex-1',
            )}
          >
            <span
              className={classNames(
                'figures inline-flex size-8 shrink-0 items-center justify-center rounded-full border text-small font-bold',
                isCurrent
                  ? 'border-leaf bg-leaf text-white'
                  : isTicked
                    ? 'border-leaf-soft bg-leaf-soft text-leaf'
                    : 'border-line text-ink-soft',
              )}
              aria-hidden
            >
              {isTicked ? <Check className="size-4.5" /> : i + 1}
            </span>
            <span
              className={classNames(
                'max-w-full truncate text-small',
                isCurrent ? 'font-bold text-ink' : isTicked ? 'text-leaf' : 'text-ink-soft',
              )}
            >
              {t(`firstSteps.steps.${step}`)}
              {isTicked && <span className="sr-only">, {t('firstSteps.ticked')}</span>}
            </span>
            {i < steps.length - 1 && (
              <span
                aria-hidden
                className={classNames('h-0.5 min-w-2 flex-1 max-sm:hidden', isTicked ? 'bg-leaf' : 'bg-line')}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface MeterStepProps {
  isWaiting: boolean;
  onType: () => void;
  onBack: (() => void) | undefined;
  onForward: (() => void) | undefined;
  onLater: () => void;
}

function MeterStep({ isWaiting, onType, onBack, onForward, onLater }: MeterStepProps) {
  const { t } = useTranslation('household');
  return (
    <>
      <StepTitle title={t('firstSteps.meter.title')} text={t('firstSteps.meter.text')} />
      {isWaiting && (
        <p role="status" className="mt-3 rounded-control bg-leaf-soft px-4 py-3">
          {t('firstSteps.meter.waits')}
        </p>
      )}
      <ul className="mt-4 grid gap-3 lg:grid-cols-3">
        <li>
          <button type="button" className={classNames(way, 'border-2 border-leaf')} onClick={onType}>
            <Way name="type" Icon={Keyboard} />
          </button>
        </li>
        <li>
          <Link to="/devices/import" className={classNames(way, 'border border-line')}>
            <Way name="import" Icon={FileUp} />
          </Link>
        </li>
        <li>
          <Link to="/devices/connect" className={classNames(way, 'border border-line')}>
            <Way name="connect" Icon={Cpu} />
          </Link>
        </li>
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {onBack !== undefined && (
          <Button look="secondary" onClick={onBack}>
            {t('firstSteps.back')}
          </Button>
        )}
        {onForward !== undefined && (
          <Button look="secondary" onClick={onForward}>
            {t('firstSteps.forward')}
          </Button>
        )}
        <Button look="quiet" onClick={onLater}>
          {t('firstSteps.later')}
        </Button>
      </div>
    </>
  );
}

const way = 'flex size-full items-center gap-3.5 rounded-control p-3.5 text-left hover:bg-leaf-soft';

function Way({ name, Icon }: { name: 'type' | 'import' | 'connect'; Icon: LucideIcon }) {
  const { t } = useTranslation('household');
  return (
    <>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf">
        <Icon className="size-5" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`firstSteps.meter.${name}`)}</span>
        <span className="block text-small text-ink-soft">{t(`firstSteps.meter.${name}Text`)}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </>
  );
}

function DoneStep({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('household');
  return (
    <>
      <StepTitle title={t('firstSteps.done.title')} text={t('firstSteps.done.text')} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/billing" className={buttonStyle()} onClick={onClose}>
          {t('firstSteps.done.bill')}
        </Link>
        <Button look="quiet" onClick={onClose}>
          {t('firstSteps.done.close')}
        </Button>
      </div>
    </>
  );
}

function StepTitle({ title, text }: { title: ReactNode; text: ReactNode }) {
  return (
    <>
      <h3 className="text-[1.375rem] leading-tight font-[650] sm:text-head">{title}</h3>
      <p className="mt-1 text-ink-soft">{text}</p>
    </>
  );
}
