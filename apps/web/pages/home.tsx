import { HomePage } from '#shell/home/home-page.tsx';

export default function HomeRoute({ preloadPage }: { preloadPage: (path: string) => void }) {
  return <HomePage preloadDashboard={() => preloadPage('/dashboard')} />;
}
