import { useDocumentTitle } from '../../platform/document-title.ts';
import { About } from './about.tsx';
import { Answers } from './answers.tsx';
import { ConnectSteps } from './connect-steps.tsx';
import { Facts } from './facts.tsx';
import { Hero } from './hero.tsx';
import { Questions } from './questions.tsx';

export function HomePage({ preloadDashboard }: { preloadDashboard: () => void }) {
  useDocumentTitle('');
  return (
    <>
      <Hero preloadDashboard={preloadDashboard} />
      <Answers />
      <ConnectSteps />
      <Facts />
      <About />
      <Questions />
    </>
  );
}
